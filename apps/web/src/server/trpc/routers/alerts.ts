import { ALERT_SIGNALS, parseSealKeys } from "@sagascope/core";
import {
  deleteChannel,
  deleteRule,
  fromPgPool,
  saveChannel,
  saveRule,
  testChannel,
} from "@sagascope/core/postgres";
import { z } from "zod";
import { env } from "../../env.ts";
import { findNotice, listAlerts } from "../../reads/alerts/list-alerts.ts";
import { listChannels, listRules } from "../../reads/alerts/list-rules.ts";
import { protectedProcedure, readProcedure, router } from "../init.ts";

const id = z.string().min(1).max(100);
const name = z.string().trim().min(1).max(100);
/** A secret that is left out or empty stays as it is. */
const text = z.string().trim().max(2_000).optional();
const address = z.string().trim().min(3).max(320);

const channelSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("webhook"), url: z.string().trim().max(2_000), secret: text }),
  z.object({ kind: z.literal("slack"), url: text }),
  z.object({
    kind: z.literal("email"),
    host: z.string().trim().min(1).max(255),
    port: z.number().int().min(1).max(65_535),
    security: z.enum(["tls", "starttls", "none"]),
    user: text,
    password: text,
    from: address,
    to: z.array(address).min(1).max(50),
  }),
]);

const ruleSchema = z.object({
  /** Empty: a new one. */
  id: z.string().max(100),
  name,
  signal: z.enum(ALERT_SIGNALS),
  threshold: z.number(),
  machineId: z.string().trim().max(200).optional(),
  channels: z.array(id).max(50),
  quiet: z
    .object({ from: z.string().max(5), to: z.string().max(5), zone: z.string().max(100) })
    .optional(),
  enabled: z.boolean(),
});

export const alertsRouter = router({
  /** Alerts that stand and the last that recovered, whom they were told, and who watches. */
  list: readProcedure().query(({ ctx }) => listAlerts(ctx.prisma, new Date())),

  rules: readProcedure().query(({ ctx }) => listRules(ctx.prisma)),

  /** Where alerts go; never a secret. */
  channels: readProcedure("administer").query(({ ctx }) => listChannels(ctx.prisma)),

  /** How telling a channel went. */
  notice: protectedProcedure("administer")
    .input(z.object({ id: z.string().regex(/^\d{1,18}$/) }))
    .query(async ({ ctx, input }) => (await findNotice(ctx.prisma, input.id)) ?? null),

  saveChannel: protectedProcedure("administer")
    .input(z.object({ id: id.optional(), name, channel: channelSchema }))
    .mutation(async ({ ctx, input }) => {
      const { SAGASCOPE_SEAL_KEYS } = env();
      const keys = SAGASCOPE_SEAL_KEYS ? parseSealKeys(SAGASCOPE_SEAL_KEYS) : undefined;
      const draft = { id: input.id, name: input.name, channel: input.channel };
      const saved = await saveChannel(fromPgPool(ctx.pool), keys, draft, ctx.actor.email);
      ctx.reads.clear();
      return { id: saved };
    }),

  deleteChannel: protectedProcedure("administer")
    .input(z.object({ id }))
    .mutation(async ({ ctx, input }) => {
      await deleteChannel(fromPgPool(ctx.pool), input.id, ctx.actor.email);
      ctx.reads.clear();
    }),

  /** Have a channel told that this is a test; see `notice` for how it went. */
  testChannel: protectedProcedure("administer")
    .input(z.object({ id }))
    .mutation(async ({ ctx, input }) => ({
      noticeId: await testChannel(fromPgPool(ctx.pool), input.id, ctx.actor.email),
    })),

  saveRule: protectedProcedure("administer")
    .input(ruleSchema)
    .mutation(async ({ ctx, input }) => {
      const { machineId, quiet, ...rule } = input;
      const saved = await saveRule(
        fromPgPool(ctx.pool),
        { ...rule, machineId: machineId || undefined, quiet },
        ctx.actor.email,
      );
      ctx.reads.clear();
      return { id: saved };
    }),

  deleteRule: protectedProcedure("administer")
    .input(z.object({ id }))
    .mutation(async ({ ctx, input }) => {
      await deleteRule(fromPgPool(ctx.pool), input.id, ctx.actor.email);
      ctx.reads.clear();
    }),
});
