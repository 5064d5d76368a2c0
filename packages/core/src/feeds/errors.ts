import { SagascopeError } from "../kernel/errors.ts";

/**
 * The far side took only the front of a batch. The feed goes on behind what was taken, and counts the failure against the
 * first event that was not. Whose fault it is, and so whether it is counted, is the cause's to say.
 */
export class BatchRefusedError extends SagascopeError {
  readonly code = "BATCH_REFUSED";
  readonly fault = "message";
  /** How many events from the front of the batch were taken. */
  readonly accepted: number;

  constructor(accepted: number, cause: unknown) {
    super(`batch: ${accepted} event(s) taken, then ${textOf(cause)}`, { cause });
    this.accepted = accepted;
  }
}

/** The far side did not answer a batch in time. It may have taken it all the same. */
export class SinkTimeoutError extends SagascopeError {
  readonly code = "SINK_TIMEOUT";
  readonly fault = "infrastructure";

  constructor(timeoutMs: number) {
    super(`sink: no answer within ${timeoutMs} ms`);
  }
}

/** The worker stops and no longer waits for the far side, which may have taken the batch all the same. */
export class SinkAbandonedError extends SagascopeError {
  readonly code = "SINK_ABANDONED";
  readonly fault = "infrastructure";

  constructor() {
    super("sink: abandoned, since the worker stops");
  }
}

/** Workers died each time they handed on one event, in the end by itself: it is not handed on again. */
export class DeadlyEventError extends SagascopeError {
  readonly code = "DEADLY_EVENT";
  readonly fault = "message";

  constructor(position: string) {
    super(
      `feed: workers die of the event at position ${position}, also when it is handed on alone`,
    );
  }
}

/** A cursor counts the positions of another stream: the feed's topic changed, or the topic was numbered anew. */
export class ForeignCursorError extends SagascopeError {
  readonly code = "FOREIGN_CURSOR";
  readonly fault = "caller";

  constructor(feed: string, problem: string) {
    super(`feed '${feed}': its cursor ${problem}; forget the feed, or give it another name`);
  }
}

/** What is asked for is not registered: the project's worker has not run yet, or the name is wrong. */
export class UnknownFeedError extends SagascopeError {
  readonly code = "UNKNOWN_FEED";
  readonly fault = "caller";

  constructor(project: string, feed: string) {
    super(`feed '${feed}' of project '${project}' is not registered`);
  }
}

/** An operator's change of a feed was refused; the message says what has to change. */
export class FeedOperationRefusedError extends SagascopeError {
  readonly code = "FEED_OPERATION_REFUSED";
  readonly fault = "caller";

  constructor(feed: string, problem: string) {
    super(`feed '${feed}': ${problem}`);
  }
}

/** No feed that is registered reads this topic. */
export class UnknownTopicError extends SagascopeError {
  readonly code = "UNKNOWN_TOPIC";
  readonly fault = "caller";

  constructor(topic: string) {
    super(`topic '${topic}' is not read by any registered feed`);
  }
}

function textOf(cause: unknown): string {
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
}
