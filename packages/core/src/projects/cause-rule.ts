/** What of a dead letter tells its cause. The error's text has its secrets masked. */
export interface CauseFacts {
  readonly reason: string;
  /** The machine, relay or feed that gave up. */
  readonly consumer: string;
  readonly eventType: string;
  /** The last error, where there was one. */
  readonly error?: { readonly name: string; readonly message: string };
}

/** A cause as a project's own rule tells it. */
export interface RuledCause {
  /** Letters with the same key are one group. */
  readonly key: string;
  /** What people read; default the key. */
  readonly title?: string;
}

/** Names the cause of a letter, in place of the error's masked text; undefined leaves it to that. */
export type CauseRule = (letter: CauseFacts) => RuledCause | undefined;
