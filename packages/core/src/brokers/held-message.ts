import type { Envelope } from "../envelope/envelope.ts";
import { newId } from "../kernel/ids.ts";
import type { Logger } from "../kernel/logger.ts";
import type { OnUndecodable } from "./broker.ts";
import type { Arrival } from "./broker-driver.ts";
import { readArrival } from "./read-arrival.ts";

/** A message that is here. */
export interface Held {
  readonly arrival: Arrival;
  readonly lane: string;
  readonly envelope: Envelope | undefined;
  /** Why it is no envelope. */
  readonly problem: unknown;
  redeliveries: number;
  renewedAtMs: number;
  isLost: boolean;
}

/** What arrived, read. One that is no envelope has a lane of its own: nothing waits for it. */
export function toHeld(arrival: Arrival, maxBytes: number, nowMs: number): Held {
  const read = readArrival(arrival, maxBytes);
  const isEnvelope = read.kind === "envelope";
  return {
    arrival,
    envelope: isEnvelope ? read.envelope : undefined,
    problem: isEnvelope ? undefined : read.error,
    lane: isEnvelope ? `subject ${read.envelope.subject ?? ""}` : `unreadable ${newId()}`,
    redeliveries: arrival.redeliveries ?? 0,
    renewedAtMs: nowMs,
    isLost: false,
  };
}

/** Last first: whoever gets the first one again must find those behind it there as well. */
export async function releaseAll(all: readonly Held[]): Promise<void> {
  for (const { arrival, isLost } of [...all].reverse()) {
    if (!isLost) await ignoring(arrival.release(false));
  }
}

/** Tell of a message that is no envelope whoever is to know, or the log. */
export async function tellUndecodable(
  { arrival, problem }: Held,
  to: {
    readonly topic: string;
    readonly logger: Logger;
    readonly onUndecodable?: OnUndecodable;
  },
): Promise<void> {
  const { topic, logger, onUndecodable } = to;
  const { name, message } = problem instanceof Error ? problem : new Error(String(problem));
  const told = { topic, bytes: arrival.body.byteLength, error: { name, message } };
  if (onUndecodable === undefined) logger.warn("a message is no envelope and was dropped", told);
  else await onUndecodable(told);
}

/** What a connection that breaks while it is let go of says is of no use to anybody. */
export async function ignoring(work: Promise<unknown>): Promise<void> {
  await work.catch(() => undefined);
}
