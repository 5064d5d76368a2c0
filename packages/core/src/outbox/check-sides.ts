import { InvalidConfigError } from "../kernel/errors.ts";
import type { OutboxStorage } from "./outbox-storage.ts";

const OPERATIONS = [
  "claim",
  "renew",
  "complete",
  "handBack",
  "retry",
  "deadLetter",
  "stats",
  "purge",
] as const satisfies readonly (keyof OutboxStorage)[];

/**
 * See that a store can do what relays and queues ask of it. One that cannot claim would hand the same messages to each of
 * several relays, so there is no second way for it.
 *
 * @throws {InvalidConfigError} naming what is missing
 */
export function requireStorage(storage: OutboxStorage): void {
  const missing = OPERATIONS.filter((name) => typeof storage?.[name] !== "function");
  if (missing.length > 0) throw new InvalidConfigError("storage", `lacks ${missing.join(", ")}`);
}

/** @throws {InvalidConfigError} unless there is a function to hand messages to */
export function requireFunction(setting: string, given: unknown): void {
  if (typeof given === "function") return;
  throw new InvalidConfigError(setting, `must be a function, got ${typeof given}`);
}
