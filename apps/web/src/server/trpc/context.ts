import type { PrismaClient } from "@sagascope/database";
import type pg from "pg";
import type { Actor } from "../access/actor.ts";
import { findActor } from "../auth/find-actor.ts";
import { database } from "../database/database.ts";
import type { LiveHub } from "../live/live-hub.ts";
import { liveHub } from "../live/process-hub.ts";
import type { ReadCache } from "../live/read-cache.ts";

/** What procedures get besides their input. */
export interface Context {
  /** Names this request in answers and in the log. */
  readonly requestId: string;
  readonly actor: Actor | undefined;
  readonly prisma: PrismaClient;
  readonly pool: pg.Pool;
  readonly hub: LiveHub;
  readonly reads: ReadCache;
}

/** The context of one HTTP request. */
export async function createContext({ headers }: { readonly headers: Headers }): Promise<Context> {
  const { hub, reads } = liveHub();
  return {
    requestId: crypto.randomUUID().slice(0, 8),
    actor: await findActor(headers),
    ...database(),
    hub,
    reads,
  };
}
