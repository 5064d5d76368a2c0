import { makePrisma, type PrismaClient } from "@sagascope/database";
import type pg from "pg";
import { narrowSql } from "./narrow-sql.ts";

/** The two doors to the database. */
export interface Doors {
  readonly pool: pg.Pool;
  readonly prisma: PrismaClient;
}

const KEPT_MAX = 100; // sets of machines in use at once; a client of Prisma is small, but not free

const kept = new WeakMap<pg.Pool, Map<string, Doors>>();

/** Doors through which only the rows of these machines can be read, and nothing can be changed; over the same connections. */
export function narrowDoors(pool: pg.Pool, machines: readonly string[]): Doors {
  const doors = kept.get(pool) ?? new Map<string, Doors>();
  kept.set(pool, doors);
  const key = JSON.stringify([...machines].sort());
  const known = doors.get(key);
  if (known) return known;
  if (doors.size >= KEPT_MAX) doors.clear();
  const narrow = narrowPool(pool, machines);
  const made = { pool: narrow, prisma: makePrisma(narrow) };
  doors.set(key, made);
  return made;
}

function narrowPool(pool: pg.Pool, machines: readonly string[]): pg.Pool {
  return new Proxy(pool, {
    get(target, key) {
      if (key === "query") return narrowQuery(target, machines);
      if (key === "connect") return async () => narrowClient(await target.connect(), machines);
      return bound(target, key);
    },
  });
}

function narrowClient(client: pg.PoolClient, machines: readonly string[]): pg.PoolClient {
  return new Proxy(client, {
    get: (target, key) => (key === "query" ? narrowQuery(target, machines) : bound(target, key)),
  });
}

type Query = (query: string | pg.QueryConfig, values?: unknown[]) => Promise<unknown>;

/** Only the promise's form: a callback's would have to be watched as well. */
function narrowQuery(target: pg.Pool | pg.PoolClient, machines: readonly string[]): Query {
  return async (query, values) => {
    const { name: _otherText, ...config } =
      typeof query === "string" ? { text: query, values } : query;
    const text = narrowSql(config.text, machines);
    return target.query({ ...config, text, values: config.values ?? values });
  };
}

function bound<Target extends object>(target: Target, key: string | symbol): unknown {
  const value: unknown = Reflect.get(target, key, target);
  return typeof value === "function" ? value.bind(target) : value;
}
