import { BrokerDeniedError, BrokerRefusedError, BrokerUnavailableError } from "../errors.ts";

/** The kind, for people and logs. */
export const NAME = "rabbitmq";

/** Replies of AMQP 0-9-1 to who may not: access refused, and not allowed (a virtual host). */
const DENIALS: ReadonlySet<unknown> = new Set([403, 530]);
/** Those that asking again does not change either: no such queue, somebody's own, made otherwise. */
const REFUSALS: ReadonlySet<unknown> = new Set([404, 405, 406]);

/** Whether the server answered, and said no: the connection is good. */
export function isRefusal(error: unknown): boolean {
  if (error instanceof BrokerRefusedError) return true;
  const code = codeOf(error);
  return REFUSALS.has(code) || DENIALS.has(code);
}

/** What the client says, in words that all brokers have. */
export function blame(error: unknown): unknown {
  if (!(error instanceof Error) || "fault" in error) return error;
  const options = { cause: error };
  const code = codeOf(error);
  if (DENIALS.has(code)) return new BrokerDeniedError(NAME, error.message, options);
  return REFUSALS.has(code)
    ? new BrokerRefusedError(NAME, error.message, options)
    : new BrokerUnavailableError(NAME, error.message, options);
}

/** That of a handshake stands in its words only. */
function codeOf(error: unknown): unknown {
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: string };
  if (typeof code === "number") return code;
  const inWords = /^Handshake terminated by server: (\d{3})/.exec(message ?? "")?.[1];
  return inWords === undefined ? undefined : Number(inWords);
}
