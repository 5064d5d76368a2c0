import { BrokerRefusedError, BrokerUnavailableError } from "../errors.ts";

/** The kind, for people and logs. */
export const NAME = "rabbitmq";

/** Replies of AMQP 0-9-1 that asking again does not change: no right, no such queue, somebody's own, made otherwise, not allowed. */
const REFUSALS: ReadonlySet<unknown> = new Set([403, 404, 405, 406, 530]);

/** Whether the server answered, and said no. */
export function isRefusal(error: unknown): boolean {
  if (error instanceof BrokerRefusedError) return true;
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return REFUSALS.has(code);
}

/** What the client says, in words that all brokers have. */
export function blame(error: unknown): unknown {
  if (!(error instanceof Error) || "fault" in error) return error;
  return isRefusal(error)
    ? new BrokerRefusedError(NAME, error.message, { cause: error })
    : new BrokerUnavailableError(NAME, error.message, { cause: error });
}
