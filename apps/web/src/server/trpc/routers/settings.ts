import { RETAINED, type RetentionPolicy } from "@sagascope/core";
import {
  fromPg,
  fromPgPool,
  listPartitions,
  listRetention,
  postgresRetentionStore,
} from "@sagascope/core/postgres";
import { z } from "zod";
import { env } from "../../env.ts";
import { getSealKeys } from "../../reads/settings/get-keys.ts";
import { listRedactionRules } from "../../reads/settings/list-redaction-rules.ts";
import { findTried, previewRedaction } from "../../reads/settings/preview-redaction.ts";
import { protectedProcedure, readProcedure, router } from "../init.ts";

const PAYLOAD_MAX = 262_144;
const NAME_MAX = 1_024;
const DAY_MS = 86_400_000;
const names = z.array(z.string().trim().min(1).max(100)).max(100);
const days = z.number().int().min(1).max(99_999).optional();

export const settingsRouter = router({
  /** By which policy workers work, and what the tables that are cut by time hold. */
  retention: readProcedure().query(async ({ ctx }) => {
    const sql = fromPg(ctx.pool);
    const [policies, partitions] = await Promise.all([listRetention(sql), listPartitions(sql)]);
    return { policies, partitions };
  }),

  /** What a policy would take away now, in days; nothing is taken. */
  previewPurge: protectedProcedure("administer")
    .input(
      z.object({ events: days, history: days, instances: days, receipts: days, operations: days }),
    )
    .query(({ ctx, input }) => {
      const ages = RETAINED.flatMap((what) => {
        const kept = input[what];
        return kept === undefined ? [] : [[what, kept * DAY_MS] as const];
      });
      const policy: RetentionPolicy = Object.fromEntries(ages);
      return postgresRetentionStore(fromPgPool(ctx.pool)).preview(policy);
    }),

  /** What people would see of a payload. A mutation, so that it stands in no address; it changes nothing. */
  previewRedaction: protectedProcedure("view")
    .input(
      z.object({
        payload: z.string().max(PAYLOAD_MAX),
        by: z.discriminatedUnion("kind", [
          z.object({
            kind: z.literal("typed"),
            extraKeys: names,
            allowedKeys: names,
            emails: z.boolean(),
          }),
          z.object({ kind: z.literal("machine"), machineId: z.string().min(1).max(NAME_MAX) }),
          z.object({ kind: z.literal("shared") }),
        ]),
      }),
    )
    .mutation(async ({ ctx, input: { payload, by } }) =>
      previewRedaction(payload, await findTried(ctx.prisma, by)),
    ),

  /** What is masked where people look, as projects registered it; of machines those that the reader may see. */
  redactionRules: readProcedure().query(async ({ ctx }) => {
    const rules = await listRedactionRules(ctx.prisma);
    const machines = ctx.actor?.machines;
    return rules.filter(
      ({ machineId }) => !machines || machineId === undefined || machines.includes(machineId),
    );
  }),

  /** Which keys seal and have sealed; never a key. */
  sealKeys: readProcedure("administer").query(({ ctx }) =>
    getSealKeys(ctx.prisma, env().SAGASCOPE_SEAL_KEYS),
  ),
});
