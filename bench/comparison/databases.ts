import { randomUUID } from "node:crypto";
import pg from "pg";

/** Makes databases on a server and drops them. */
export interface Databases {
  /** A new database's name, under which it is dropped, and its URL. */
  create(): Promise<{ readonly name: string; readonly url: string }>;
  /** Whoever is still connected is disconnected. Dropping also writes a checkpoint, so that the next starts without one due. */
  drop(name: string): Promise<void>;
  close(): Promise<void>;
}

/** @param serverUrl - of any database on the server, as a role that may create databases */
export function openDatabases(serverUrl: string): Databases {
  const pool = new pg.Pool({ connectionString: serverUrl, max: 1 });
  return {
    async create() {
      const name = `sagascope_bench_${randomUUID().replaceAll("-", "")}`;
      await pool.query(`CREATE DATABASE ${name}`);
      const url = new URL(serverUrl);
      url.pathname = `/${name}`;
      return { name, url: url.href };
    },
    async drop(name) {
      await pool.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
    close: () => pool.end(),
  };
}
