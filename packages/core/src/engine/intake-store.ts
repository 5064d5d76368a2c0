import type { Envelope } from "../envelope/envelope.ts";

/** An envelope that arrived from outside. */
export interface ReceivedEvent {
  readonly topic: string;
  readonly envelope: Envelope;
  /** The envelope as it came, where it came as JSON: kept to the byte. */
  readonly text?: string;
}

/** Where a broker's envelopes are recorded. */
export interface IntakeStore {
  /**
   * Store envelopes in order, with what subscribers have to do with them: all or none.
   *
   * @throws {StoreUnavailableError} if the store cannot be reached; any other error is about what was to be stored
   */
  receive(events: readonly ReceivedEvent[]): Promise<void>;
}
