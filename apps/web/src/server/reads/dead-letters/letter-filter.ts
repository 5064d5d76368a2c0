import { LETTER_STATES, type LetterSearch } from "@sagascope/core/postgres";
import { z } from "zod";

const HOUR_MS = 3_600_000;

/** How far back letters may be looked for, in hours. */
const SINCE_HOURS = { "24h": 24, "7d": 7 * 24, "30d": 30 * 24 } as const;

/** What a list of dead letters may be narrowed to; all of it stands in the page's URL. */
export const letterFilterSchema = z.object({
  state: z.enum(LETTER_STATES).default("open"),
  /** The machine, relay or feed that gave up. */
  machine: z.string().max(1_024).optional(),
  reason: z.string().max(100).optional(),
  /** Fingerprint of the cause. */
  cause: z.string().max(100).optional(),
  type: z.string().max(1_024).optional(),
  /** Captured within this time. */
  since: z.enum(["24h", "7d", "30d"]).optional(),
  /** A part of the subject. */
  q: z.string().trim().max(1_024).optional(),
});

/** See `letterFilterSchema`. */
export type LetterFilter = z.infer<typeof letterFilterSchema>;

/** When the letters of a filter begin; undefined if it does not say. */
export function capturedFromOf(
  { since }: Pick<LetterFilter, "since">,
  now: Date,
): Date | undefined {
  return since && new Date(now.getTime() - SINCE_HOURS[since] * HOUR_MS);
}

/** A filter as core searches by it. */
export function searchOf(filter: LetterFilter, now: Date): LetterSearch {
  const { state, machine, reason, cause, type, q } = filter;
  return {
    state,
    consumer: machine,
    reason,
    cause,
    eventType: type,
    subject: q,
    capturedFrom: capturedFromOf(filter, now),
  };
}
