import type { Prisma } from "@sagascope/database";
import { z } from "zod";

/** What a list of dead letters may be narrowed to; all of it stands in the page's URL. */
export const letterFilterSchema = z.object({
  state: z.enum(["open", "resolved", "all"]).default("open"),
  /** The machine or relay that gave up. */
  machine: z.string().max(200).optional(),
  reason: z.string().max(100).optional(),
  /** Fingerprint of the cause. */
  cause: z.string().max(100).optional(),
  /** A part of the subject. */
  q: z.string().trim().max(1_024).optional(),
});

/** See `letterFilterSchema`. */
export type LetterFilter = z.infer<typeof letterFilterSchema>;

/** A filter as a condition. */
export function whereOf(filter: LetterFilter): Prisma.DeadLetterWhereInput {
  const { state, machine, reason, cause, q } = filter;
  return {
    ...(state === "open" && { resolvedAt: null }),
    ...(state === "resolved" && { resolvedAt: { not: null } }),
    ...(machine && { consumer: machine }),
    ...(reason && { reason }),
    ...(cause && { fingerprint: cause }),
    ...(q && { subject: { contains: q, mode: "insensitive" } }),
  };
}
