const WORLD_URL = process.env.WORLD_URL ?? "http://127.0.0.1:4290";

/** The parts of a service call that reach the outside world. */
export interface OutsideCall {
  readonly subject: string;
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
}

/** What the far side said, as long as it said something: success or a plain no. */
export interface Reply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The far side is down, or does not answer in time. Trying again later may help. */
export class ServiceUnavailableError extends Error {
  override readonly name = "ServiceUnavailableError";
}

/** The far side answered and said no. Trying again will not help. */
export class ServiceRefusedError extends Error {
  override readonly name = "ServiceRefusedError";
}

/**
 * Post to the world. The key makes a repeat harmless: the far side does the work once and answers the same again.
 *
 * @throws {ServiceUnavailableError} if the far side cannot be reached or answers 5xx
 */
export async function callWorld(path: string, call: OutsideCall, request: object): Promise<Reply> {
  const service = path.split("/")[0] ?? path;
  const response = await fetch(`${WORLD_URL}/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": call.idempotencyKey },
    body: JSON.stringify({ order: call.subject, ...request }),
    signal: call.signal,
  }).catch((error: unknown) => {
    if (call.signal.aborted) throw error;
    throw new ServiceUnavailableError(`${service} cannot be reached`, { cause: error });
  });
  const body: unknown = await response.json();
  if (response.status >= 500) {
    throw new ServiceUnavailableError(`${service} answered ${response.status}`);
  }
  return { status: response.status, body: { ...(body as object) } };
}

/**
 * A reply's body, if the far side did what it was asked.
 *
 * @throws {ServiceRefusedError} with the far side's reason, if it did not
 */
export function acceptedBody(reply: Reply): Reply["body"] {
  if (reply.status < 400) return reply.body;
  throw new ServiceRefusedError(reasonOf(reply));
}

/** Why the far side said no. */
export function reasonOf({ status, body }: Reply): string {
  return typeof body.reason === "string" ? body.reason : `answered ${status}`;
}

/** A text field of a body; empty if the far side left it out. */
export function textIn(body: Reply["body"], field: string): string {
  const value = body[field];
  return typeof value === "string" ? value : "";
}
