import { SagascopeError } from "../kernel/errors.ts";

/** A message was claimed more often than its consumer allows, and never came to an end: whoever tried it died with it. */
export class DeliveriesSpentError extends SagascopeError {
  readonly code = "DELIVERIES_SPENT";
  readonly fault = "message";

  constructor(deliveries: number, deliveriesMax: number) {
    super(`message: handed out ${deliveries} times, of which ${deliveriesMax} are allowed`);
  }
}

/** A handler said that a message is not to be tried again. */
export class MessageRejectedError extends SagascopeError {
  readonly code = "MESSAGE_REJECTED";
  readonly fault = "message";

  constructor(problem: string, options?: ErrorOptions) {
    super(`message: ${problem}`, options);
  }
}

/** A handler handed a message back on purpose, without an error of its own. */
export class MessageHandedBackError extends SagascopeError {
  readonly code = "MESSAGE_HANDED_BACK";
  readonly fault = "message";

  constructor() {
    super("message: handed back by its handler");
  }
}

/** What is asked for is not what a table of messages does; the message says what to use instead. */
export class NotAQueueOperationError extends SagascopeError {
  readonly code = "NOT_A_QUEUE_OPERATION";
  readonly fault = "caller";

  constructor(operation: string, instead: string) {
    super(`${operation} is not something a table of messages can do: ${instead}`);
  }
}
