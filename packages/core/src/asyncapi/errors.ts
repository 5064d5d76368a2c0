import { SagascopeError } from "../kernel/errors.ts";

/** A text is not an AsyncAPI document that can be used; `field` is the path within it, empty for the whole. */
export class InvalidDocumentError extends SagascopeError {
  readonly code = "INVALID_DOCUMENT";
  readonly fault = "caller";
  readonly field: string;

  constructor(field: string, problem: string, options?: ErrorOptions) {
    super(field === "" ? `the document ${problem}` : `the document: ${field} ${problem}`, options);
    this.field = field;
  }
}
