import { SagascopeError } from "../../kernel/errors.ts";

/** What to answer: malformed, too large, or a content type that is not spoken. */
export type RefusalStatus = 400 | 413 | 415;

/** Where a refusal points to. */
export interface RefusalDetails extends ErrorOptions {
  /** The header, attribute or part of the request that is at fault: `ce-id`, `subject`, `content-type`, `body`. */
  readonly field: string;
  /** Place of the event in its batch, from 0. */
  readonly index?: number;
}

/** An HTTP request does not carry CloudEvents that can be taken. Nothing of the request was taken. */
export class HttpEventRefusedError extends SagascopeError {
  readonly code = "HTTP_EVENT_REFUSED";
  readonly fault = "caller";
  /** The HTTP status to answer with. */
  readonly status: RefusalStatus;
  readonly field: string;
  readonly index: number | undefined;

  constructor(status: RefusalStatus, problem: string, details: RefusalDetails) {
    const place = details.index === undefined ? "" : `event ${details.index} of the batch: `;
    super(`${place}${problem}`, { cause: details.cause });
    this.status = status;
    this.field = details.field;
    this.index = details.index;
  }
}
