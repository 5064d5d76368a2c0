import type { Envelope } from "../envelope/envelope.ts";

/** An envelope that arrived from outside. */
export interface ReceivedEvent {
  readonly topic: string;
  readonly envelope: Envelope;
  /** The envelope as it came, where it came as JSON: kept to the byte. */
  readonly text?: string;
}

/** What was recorded: an envelope nobody subscribes to is an event without deliveries. */
export interface ReceivedCounts {
  readonly events: number;
  readonly deliveries: number;
}

/** Where envelopes from outside are recorded: a broker's, and those that are handed in one by one. */
export interface IntakeStore {
  /**
   * Store envelopes in order, with what subscribers have to do with them: all or none.
   *
   * @throws {StoreUnavailableError} if the store cannot be reached; any other error is about what was to be stored
   */
  receive(events: readonly ReceivedEvent[]): Promise<ReceivedCounts>;
}
