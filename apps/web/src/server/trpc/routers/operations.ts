import { z } from "zod";
import { getInstanceCommand, runInstanceCommand } from "../../operations/instance-command.ts";
import { protectedProcedure, readProcedure, router } from "../init.ts";

const REASON_MAX = 1_000;

const name = z.string().min(1).max(1_024);
const revision = z.int().min(1);

/** What every action takes. A dry run unless told otherwise; a real one needs a reason, which core checks. */
const orderInput = z.object({
  machineId: name,
  subject: name,
  dryRun: z.boolean().default(true),
  reason: z.string().trim().max(REASON_MAX).optional(),
  /** The revision that was looked at: refused if the instance moved since. */
  ifRevision: revision.optional(),
});

/** What an operator does to a running instance. JSON of users is checked by core, whose limits hold for every door. */
export const operationsRouter = router({
  /** How far a request has come, and what came of it. */
  command: readProcedure()
    .input(z.object({ id: z.string().min(1).max(200) }))
    .query(({ ctx, input }) => getInstanceCommand(ctx.pool, input.id)),

  /** Give the instance an event. */
  send: protectedProcedure("operate")
    .input(orderInput.extend({ event: name, payload: z.unknown().optional() }))
    .mutation(({ ctx, input: { event, payload, ifRevision, ...order } }) =>
      runInstanceCommand(ctx, ctx.actor, {
        ...order,
        action: { kind: "send", event, payload: payload as never, ifRevision },
      }),
    ),

  /** Have it do again what it failed at. */
  resume: protectedProcedure("operate")
    .input(
      orderInput.extend({
        letterId: name.optional(),
        call: name.optional(),
        revision: revision.optional(),
      }),
    )
    .mutation(({ ctx, input: { letterId, call, revision: from, ifRevision, ...order } }) =>
      runInstanceCommand(ctx, ctx.actor, {
        ...order,
        action: { kind: "resume", letterId, call, revision: from, ifRevision },
      }),
    ),

  /** Answer the call it waits for in the service's place. */
  skip: protectedProcedure("operate")
    .input(orderInput.extend({ call: name.optional(), output: z.unknown().optional() }))
    .mutation(({ ctx, input: { call, output, ifRevision, ...order } }) =>
      runInstanceCommand(ctx, ctx.actor, {
        ...order,
        action: { kind: "skip", call, output: output as never, ifRevision },
      }),
    ),

  /** End it where it stands. */
  cancel: protectedProcedure("operate")
    .input(orderInput)
    .mutation(({ ctx, input: { ifRevision, ...order } }) =>
      runInstanceCommand(ctx, ctx.actor, { ...order, action: { kind: "cancel", ifRevision } }),
    ),

  /** Put it back to how it was after an earlier step. */
  rewind: protectedProcedure("operate")
    .input(orderInput.extend({ revision }))
    .mutation(({ ctx, input: { revision: to, ifRevision, ...order } }) =>
      runInstanceCommand(ctx, ctx.actor, {
        ...order,
        action: { kind: "rewind", revision: to, ifRevision },
      }),
    ),

  /** Move it to another version of its chart. */
  migrate: protectedProcedure("operate")
    .input(orderInput.extend({ version: name.optional(), states: z.record(name, name).optional() }))
    .mutation(({ ctx, input: { version, states, ifRevision, ...order } }) =>
      runInstanceCommand(ctx, ctx.actor, {
        ...order,
        action: { kind: "migrate", version, states, ifRevision },
      }),
    ),
});
