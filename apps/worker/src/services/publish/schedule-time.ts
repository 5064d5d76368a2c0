import type { ScheduleTime } from "@sagascope/core";
import { durationMsOf, textOf } from "../../cli/arguments.ts";
import { UsageError } from "../../cli/errors.ts";

/** An absolute time needs its zone: a local one means something else on every machine. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/**
 * When `--delay` or `--at` say that something is to be published; undefined for at once.
 *
 * @throws {UsageError} if both are given, or one cannot be used
 */
export function scheduleTimeOf(
  options: Readonly<Record<string, string | boolean | undefined>>,
): ScheduleTime | undefined {
  const delay = textOf(options, "delay");
  const at = textOf(options, "at");
  if (delay !== undefined && at !== undefined) {
    throw new UsageError("--delay and --at cannot be used together");
  }
  if (delay !== undefined) return { delayMs: durationMsOf("--delay", delay) };
  if (at === undefined) return undefined;
  const deliverAt = new Date(INSTANT.test(at) ? at : Number.NaN);
  if (!Number.isNaN(deliverAt.getTime())) return { deliverAt };
  throw new UsageError(`--at must be a time with its zone, 2026-03-01T10:00:00Z, got '${at}'`);
}
