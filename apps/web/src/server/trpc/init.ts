import { initTRPC, TRPCError } from "@trpc/server";
import superjson from "superjson";
import { isAllowed, type Permission } from "../access/permissions.ts";
import type { Context } from "./context.ts";
import { reasonOf, toTRPCError } from "./error-mapping.ts";

/** Who may call a procedure. One that does not say is refused to everybody. */
interface Meta {
  readonly access?: Permission | "anyone";
}

const PING_MS = 15_000; // proxies drop a silent stream after 30 s or more
const STREAM_MAX_MS = 300_000; // then the browser connects again, which asks anew whether it may
const SILENCE_MS = 35_000; // two pings missed: the browser connects again

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    transformer: superjson,
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
 * gate. Used bare it refuses everybody; build on `protectedProcedure`, `readProcedure` or `openProcedure`.
 */
export const guardedProcedure = t.procedure
  .use(async ({ next }) => {
    const result = await next();
    if (!result.ok) throw toTRPCError(result.error);
    return result;
  })
  .use(({ ctx, meta, next }) => {
    const access = meta?.access;
    if (access === "anyone") return next();
    if (!ctx.actor) throw new TRPCError({ code: "UNAUTHORIZED", message: "sign in first" });
    if (access === undefined || !isAllowed(ctx.actor.role, access)) {
      throw new TRPCError({
        code: "FORBIDDEN",
        message: `the role '${ctx.actor.role}' may not do this`,
      });
    }
    return next();
  });

/** A procedure for people who are not signed in; the table of access in a test lists every one. */
export const openProcedure = guardedProcedure.meta({ access: "anyone" });

/** A procedure for people whose role has the permission; `ctx.actor` is there. */
export function protectedProcedure(permission: Permission) {
  return guardedProcedure.meta({ access: permission }).use(({ ctx, next }) => {
    if (!ctx.actor) throw new TRPCError({ code: "UNAUTHORIZED", message: "sign in first" });
    return next({ ctx: { actor: ctx.actor } });
  });
}

/**
 * A query whose answer is the same for everyone who may ask it: callers who ask the same at once share one answer,
 * so that the database's load does not grow with the number of browsers. Its body must not look at `ctx.actor`.
 */
export function readProcedure(permission: Permission = "view") {
  return protectedProcedure(permission).use(async ({ ctx, path, getRawInput, next }) => {
    const input = superjson.stringify(await getRawInput());
    return ctx.reads.share(`${path} ${input}`, next, (result) => result.ok);
  });
}
