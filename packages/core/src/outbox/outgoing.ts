import { checkScheduleKey, checkScheduleTime } from "../engine/schedule-store.ts";
import type { Message } from "../envelope/messages/message.ts";
import { InvalidConfigError } from "../kernel/errors.ts";

/** When a message may be claimed at first: after a delay or from a time on, by the store's clock; default at once. */
export interface OutgoingTime {
  readonly delayMs?: number;
  /** Instead of a delay. */
  readonly deliverAt?: Date;
}

/** What of a message is written; `createMessage` makes it of an application's own object. */
export type OutgoingMessage = Pick<Message, "topic" | "key" | "payload" | "headers"> & OutgoingTime;

/** A message with a name on its topic, under which it is replaced and cancelled. */
export type OutgoingTimer = OutgoingMessage & { readonly timerId: string };

/** What becomes of a timer that is set while one of its name waits or is worked on. */
export interface TimerOptions {
  /** It takes the place of that one, which is not settled any more if somebody has it; default. Or nothing happens. */
  readonly whereSet?: "replace" | "keep";
}

/**
 * Refuse what cannot be published later: a message that waits would hold up all of its key, and one of its key that is worked on
 * would not hold up it.
 *
 * @throws {InvalidConfigError} naming the first setting that cannot be used
 */
export function checkOutgoing(messages: readonly OutgoingMessage[]): void {
  for (const message of messages) {
    const { delayMs, deliverAt, key } = message;
    if (delayMs === undefined && deliverAt === undefined) continue;
    checkScheduleTime({ delayMs, deliverAt });
    refuseKey(key);
  }
}

/**
 * Check timers, leave one of each name, and put them in one order, so that two callers who set the same ones never wait for each other.
 *
 * @throws {InvalidConfigError} naming the first setting that cannot be used
 */
export function planTimers(
  timers: readonly OutgoingTimer[],
  { whereSet = "replace" }: TimerOptions,
): readonly OutgoingTimer[] {
  if (whereSet !== "replace" && whereSet !== "keep") {
    throw new InvalidConfigError("whereSet", `must be replace or keep, got '${whereSet}'`);
  }
  const byName = new Map<string, OutgoingTimer>();
  for (const timer of timers) {
    checkOutgoing([timer]);
    refuseKey(timer.key);
    checkScheduleKey("timerId", timer.timerId);
    const name = `${timer.topic}\0${timer.timerId}`;
    if (whereSet === "replace" || !byName.has(name)) byName.set(name, timer);
  }
  return [...byName].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, timer]) => timer);
}

function refuseKey(key: string | null | undefined): void {
  if (key === undefined || key === null) return;
  const why =
    "must be left out of what is published later: what waits would hold up all of its key";
  throw new InvalidConfigError("key", `${why}, got '${key}'`);
}
