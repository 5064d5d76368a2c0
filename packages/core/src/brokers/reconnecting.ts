import { BrokerDeniedError, BrokerUnavailableError } from "./errors.ts";

/** A connection that is opened when it is needed, and anew after it was lost. */
export interface Reconnecting<Connection> {
  /** Do something with the connection. One that does not work any more is dropped; the next call opens another. */
  use<Result>(act: (connection: Connection) => Promise<Result>): Promise<Result>;
  /** Let go of this one, if it is still in use. */
  drop(connection: Connection): void;
  close(): Promise<void>;
}

export interface ReconnectingOptions<Connection> {
  readonly broker: string;
  open(): Promise<Connection>;
  close(connection: Connection): Promise<unknown>;
  /** Whether an error says that the broker took part and answered: then the connection is good. */
  isAnswer(error: unknown): boolean;
  /** Whether it says that user or password are not accepted. */
  isDenied(error: unknown): boolean;
}

/** Errors of the connection come out as `BrokerUnavailableError`; answers as they are. */
export function createReconnecting<Connection>(
  options: ReconnectingOptions<Connection>,
): Reconnecting<Connection> {
  let current: Promise<Connection> | undefined;
  let isClosed = false;

  const unavailable = (error: unknown): BrokerUnavailableError => {
    if (error instanceof BrokerUnavailableError) return error;
    return new BrokerUnavailableError(options.broker, textOf(error), { cause: error });
  };
  const connect = async (): Promise<Connection> => {
    if (isClosed) throw new BrokerUnavailableError(options.broker, "is closed");
    const opening = current ?? options.open();
    current = opening;
    try {
      return await opening;
    } catch (error) {
      if (current === opening) current = undefined;
      // A package that is missing, or settings that cannot be used, are no outage.
      if (error instanceof Error && "fault" in error) throw error;
      throw options.isDenied(error)
        ? new BrokerDeniedError(options.broker, textOf(error), { cause: error })
        : unavailable(error);
    }
  };
  const drop = (connection: Connection, opened: Promise<Connection> | undefined): void => {
    if (current !== opened) return;
    current = undefined;
    void options.close(connection).catch(() => undefined);
  };

  return {
    async use(act) {
      const connection = await connect();
      const opened = current;
      try {
        return await act(connection);
      } catch (error) {
        if (options.isAnswer(error)) throw error;
        drop(connection, opened);
        throw unavailable(error);
      }
    },
    drop(connection) {
      const opened = current;
      void opened?.then((now) => {
        if (now === connection) drop(connection, opened);
      });
    },
    async close() {
      isClosed = true;
      const closing = current;
      current = undefined;
      const connection = await closing?.catch(() => undefined);
      if (connection !== undefined) await options.close(connection).catch(() => undefined);
    },
  };
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
