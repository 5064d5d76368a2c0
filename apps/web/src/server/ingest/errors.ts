import { SagascopeError } from "@sagascope/core/errors";

/** A request to take events is refused, and nothing of it was stored. */
export class IngestRefusedError extends SagascopeError {
  readonly code = "INGEST_REFUSED";
  readonly fault = "caller";
  /** The HTTP status to answer with. */
  readonly status: number;
  /** The attribute, header or part of the request that is at fault. */
  readonly field: string | undefined;
  /** Place of the event in its batch, from 0. */
  readonly index: number | undefined;

  constructor(
    status: number,
    problem: string,
    place: { readonly field?: string; readonly index?: number } = {},
  ) {
    super(problem);
    this.status = status;
    this.field = place.field;
    this.index = place.index;
  }
}
