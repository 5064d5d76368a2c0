import { fromPg } from "@sagascope/core/postgres";
import type { PrismaClient } from "@sagascope/database";
import type pg from "pg";
import type { Actor } from "../access/actor.ts";
import { findActor } from "../auth/find-actor.ts";
import { findTokenActor } from "../auth/find-token-actor.ts";
import { createKnownActors, type KnownActors } from "../auth/known-actors.ts";
import { database } from "../database/database.ts";
import { env } from "../env.ts";
import { bearerOf } from "../http/bearer.ts";
import { clientAddress, countedAddress } from "../http/client-address.ts";
import type { LiveHub } from "../live/live-hub.ts";
import { liveHub } from "../live/process-hub.ts";
import type { ReadCache } from "../live/read-cache.ts";

/** Kept on the global object, as the pool is. */
const holder = globalThis as typeof globalThis & { sagascopeActors?: KnownActors };

function knownActors(): KnownActors {
  holder.sagascopeActors ??= createKnownActors(database().prisma);
  return holder.sagascopeActors;
}

/** What procedures get besides their input. */
export interface Context {
  /** Names this request in answers and in the log. */
  readonly requestId: string;
  /** Where the request came from, for counting; `unknown` where nothing says so. */
  readonly address: string;
  readonly actor: Actor | undefined;
  /** Whose request it is, asked anew: for what outlives it. */
  readonly findActor: () => Promise<Actor | undefined>;
  /** The same without what is remembered of the last second: for what a page goes by as long as it is open. */
  readonly findActorNow: () => Promise<Actor | undefined>;
  readonly prisma: PrismaClient;
  readonly pool: pg.Pool;
  readonly hub: LiveHub;
  readonly reads: ReadCache;
}

/** The context of one HTTP request. */
export async function createContext({ headers }: { readonly headers: Headers }): Promise<Context> {
  const { hub, reads } = liveHub();
  const doors = database();
  const token = bearerOf(headers);
  // Who shows a token is that token alone: a session beside it counts for nothing.
  const whoseNow = () =>
    token === undefined ? findActor(headers) : findTokenActor(fromPg(doors.pool), token);
  const whose = () => (token === undefined ? knownActors().of(headers, whoseNow) : whoseNow());
  return {
    requestId: crypto.randomUUID().slice(0, 8),
    address: countedAddress(clientAddress(headers, env().SAGASCOPE_PROXIES)),
    actor: await whose(),
    findActor: whose,
    findActorNow: whoseNow,
    ...doors,
    hub,
    reads,
  };
}
