import { initTRPC, TRPCError } from "@trpc/server";
import { wire } from "@/trpc/wire.ts";
import { mayDo } from "../access/actor.ts";
import { NotByMachineError, SecondFactorRequiredError } from "../access/errors.ts";
import { isWithinMachines } from "../access/machines-of-action.ts";
import { narrowDoors } from "../access/narrow-doors.ts";
import { narrowHub } from "../access/narrow-hub.ts";
import type { Permission } from "../access/permissions.ts";
import type { Context } from "./context.ts";
import { reasonOf, toTRPCError } from "./error-mapping.ts";
import { findNul } from "./nul-in-input.ts";
import { readEveryMs } from "./read-pace.ts";

/** Who may call a procedure. One that does not say is refused to everybody. */
interface Meta {
  /** `self` is for everybody who is signed in, about nobody else than this person. */
  readonly access?: Permission | "self" | "anyone";
}

const PING_MS = 15_000; // proxies drop a silent stream after 30 s or more
const STREAM_MAX_MS = 300_000; // then the browser connects again, which asks anew whether it may
const SILENCE_MS = 35_000; // two pings missed: the browser connects again

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    transformer: wire,
    isDev: false, // no stack traces to browsers
    errorFormatter: ({ shape, error, ctx }) => ({
      ...shape,
      data: { ...shape.data, requestId: ctx?.requestId, reason: reasonOf(error) },
    }),
    sse: {
      maxDurationMs: STREAM_MAX_MS,
      ping: { enabled: true, intervalMs: PING_MS },
      client: { reconnectAfterInactivityMs: SILENCE_MS },
    },
  });

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

/**
 * The base of every procedure: maps core's errors once, here, so that no procedure needs a try block, and is the one
 * gate, for permissions and for machines. Used bare it refuses everybody; build on `protectedProcedure`, `readProcedure` or `openProcedure`.
 */
export const guardedProcedure = t.procedure
  .use(async ({ next }) => {
    const result = await next();
    if (!result.ok) throw toTRPCError(result.error);
    return result;
  })
  .use(async ({ ctx, meta, path, type, getRawInput, next }) => {
    const access = meta?.access;
    if (access === "anyone") return next();
    const { actor } = ctx;
    if (!actor) throw new TRPCError({ code: "UNAUTHORIZED", message: "sign in first" });
    if (access === "self") return next();
    if (actor.mustEnrol) throw toTRPCError(asCause(new SecondFactorRequiredError()));
    if (access === undefined || !mayDo(actor, access)) {
      throw forbidden(`the role '${actor.role}' may not do this`);
    }
    const { machines } = actor;
    if (machines === undefined) return next();
    if (type === "mutation") {
      if (await isWithinMachines(ctx, path, await getRawInput(), machines)) return next();
      throw forbidden(`the role '${actor.role}' may do this to ${machines.join(", ")} only`);
    }
    // A chain with rows left out does not check, and so says less than nothing.
    if (access === "readAudit") throw toTRPCError(asCause(new NotByMachineError("the audit")));
    const hub = narrowHub(ctx.hub, machines);
    return next({ ctx: { ...narrowDoors(ctx.pool, machines), hub } });
  })
  .use(async ({ getRawInput, next }) => {
    const field = findNul(await getRawInput());
    if (field === undefined) return next();
    throw new TRPCError({
      code: "BAD_REQUEST",
      message: `${field}: the character NUL is in no text`,
    });
  });

function forbidden(message: string): TRPCError {
  return new TRPCError({ code: "FORBIDDEN", message });
}

function asCause(cause: Error): TRPCError {
  return new TRPCError({ code: "FORBIDDEN", cause });
}

/** A procedure for people who are not signed in; the table of access in a test lists every one. */
export const openProcedure = guardedProcedure.meta({ access: "anyone" });

/** A procedure for everybody who is signed in, about themselves. */
export const selfProcedure = protectedProcedure("self");

/** A procedure for people whose role has the permission; `ctx.actor` is there. */
export function protectedProcedure(permission: Permission | "self") {
  return guardedProcedure.meta({ access: permission }).use(({ ctx, next }) => {
    if (!ctx.actor) throw new TRPCError({ code: "UNAUTHORIZED", message: "sign in first" });
    return next({ ctx: { actor: ctx.actor } });
  });
}

/**
 * A query whose answer is the same for everyone who may ask it: callers who ask the same at once share one answer, and it is
 * read at the pace of `readEveryMs`, so that the database's load does not grow with the number of browsers. Whoever asks
 * right after a change may have to wait for that. Its body must not look at `ctx.actor`; for a person who may only see some
 * machines `ctx.prisma` and `ctx.pool` show no other rows.
 */
export function readProcedure(permission: Permission = "view") {
  return protectedProcedure(permission).use(async ({ ctx, path, getRawInput, next }) => {
    const input = wire.stringify(await getRawInput());
    const scope = JSON.stringify(ctx.actor.machines ?? "all"); // who sees less than others shares with their like
    return ctx.reads.share(`${scope} ${path} ${input}`, next, {
      everyMs: readEveryMs(path),
      isKept: (result) => result.ok,
    });
  });
}
