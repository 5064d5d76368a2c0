import type { Prisma } from "@sagascope/database";
import { z } from "zod";
import type { InstanceKey } from "../attention/list-attention-keys.ts";
import type { SubjectPatterns } from "../search/subject-patterns.ts";

/** What a list of instances may be narrowed to; all of it stands in the page's URL. */
export const instanceFilterSchema = z.object({
  machine: z.string().max(200).optional(),
  phase: z
    .enum(["running", "compensating", "completed", "compensated", "failed", "cancelled"])
    .optional(),
  status: z.enum(["active", "done", "cancelled"]).optional(),
  attention: z.enum(["stuck", "overdue"]).optional(),
  /** The beginning of a subject, or its number. */
  q: z.string().trim().max(1_024).optional(),
});

/** See `instanceFilterSchema`. */
export type InstanceFilter = z.infer<typeof instanceFilterSchema>;

/** A filter as a condition; `keys` are those that need attention, `patterns` those of the text. */
export function whereOf(
  filter: InstanceFilter,
  keys: readonly InstanceKey[] | undefined,
  patterns: SubjectPatterns | undefined,
): Prisma.InstanceWhereInput {
  return {
    ...(filter.machine && { machineId: filter.machine }),
    ...(filter.phase && { phase: filter.phase }),
    ...(filter.status && { status: filter.status }),
    AND: [
      ...(patterns
        ? [{ OR: patterns.prefixes.map((prefix) => ({ subject: { startsWith: prefix } })) }]
        : []),
      ...(keys ? [{ OR: keys.map(({ machineId, subject }) => ({ machineId, subject })) }] : []),
    ],
  };
}
