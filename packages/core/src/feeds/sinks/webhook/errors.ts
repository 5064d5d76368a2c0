import { SagascopeError } from "../../../kernel/errors.ts";

/** The receiver answered that it does not take this message. Counted, as the events may be what it objects to. */
export class WebhookRefusedError extends SagascopeError {
  readonly code = "WEBHOOK_REFUSED";
  readonly fault = "message";
  readonly status: number;

  constructor(status: number) {
    super(`webhook: answered ${status}`);
    this.status = status;
  }
}

/** The receiver cannot be reached, or says that it is not able to just now. Never counted. */
export class WebhookUnavailableError extends SagascopeError {
  readonly code = "WEBHOOK_UNAVAILABLE";
  readonly fault = "infrastructure";

  constructor(problem: string, options?: ErrorOptions) {
    super(`webhook: ${problem}`, options);
  }
}
