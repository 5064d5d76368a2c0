import type { PrismaClient } from "@sagascope/database";
import type pg from "pg";
import { type Actor, actorInRole } from "../../access/actor.ts";
import type { Role } from "../../access/permissions.ts";
import { createLiveHub } from "../../live/live-hub.ts";
import { createReadCache } from "../../live/read-cache.ts";
import type { Context } from "../context.ts";
import { createCallerFactory } from "../init.ts";
import { appRouter } from "../router.ts";

const createCaller = createCallerFactory(appRouter);

/** Ada, in the role a test needs. */
export function actorAs(role: Role): Actor {
  return actorInRole({ id: "user-ada", name: "Ada Test", email: "ada@example.com" }, role);
}

/** A context without a database, unless a test gives one. */
export function contextAs(role: Role | undefined, parts: Partial<Context> = {}): Context {
  return {
    requestId: "test",
    address: "127.0.0.1",
    actor: role && actorAs(role),
    findActor: async () => parts.actor ?? (role && actorAs(role)),
    findActorNow: async () => parts.actor ?? (role && actorAs(role)),
    prisma: missing<PrismaClient>("prisma"),
    pool: missing<pg.Pool>("pool"),
    hub: createLiveHub(),
    reads: createReadCache(),
    ...parts,
  };
}

/** The console's procedures, called as a person of this role would. */
export function callerAs(role: Role | undefined, parts: Partial<Context> = {}) {
  return createCaller(contextAs(role, parts));
}

function missing<T extends object>(name: string): T {
  return new Proxy({} as T, {
    get: (_target, key) => {
      throw new Error(`the test gave no ${name}, but ${name}.${String(key)} was used`);
    },
  });
}
