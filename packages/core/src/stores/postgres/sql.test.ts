import { EventEmitter } from "node:events";
import type { Pool } from "pg";
import { describe, expect, it } from "vitest";
import { fromPgPool } from "./sql.ts";

/** A pool of one connection that writes down what it is asked for. */
function scriptedPool(failing: string) {
  const log: string[] = [];
  const client = Object.assign(new EventEmitter(), {
    query: async (asked: string | { readonly text: string }) => {
      const text = typeof asked === "string" ? asked : asked.text;
      await Promise.resolve();
      log.push(text);
      if (text === failing) throw new Error(`${text} failed`);
      return { rows: [] };
    },
    release: () => log.push("release"),
  });
  return { log, pool: { connect: async () => client } as unknown as Pool };
}

const twoInTurn = (pool: Pool) =>
  fromPgPool(pool).transaction("test", async (sql) => {
    await sql.query("first", "first");
    await sql.query("second", "second");
  });

describe("a transaction", () => {
  it("begins, sends its statements one after the other, and commits", async () => {
    const { log, pool } = scriptedPool("nothing");
    await twoInTurn(pool);
    expect(log).toEqual(["BEGIN", "first", "second", "COMMIT", "release"]);
  });

  it("whose BEGIN fails sends nothing that would then be a transaction of its own", async () => {
    const { log, pool } = scriptedPool("BEGIN");
    await expect(twoInTurn(pool)).rejects.toThrow("BEGIN failed");
    expect(log).toEqual(["BEGIN", "ROLLBACK", "release"]);
  });

  it("whose statement fails sends no further one", async () => {
    const { log, pool } = scriptedPool("first");
    await expect(twoInTurn(pool)).rejects.toThrow("first failed");
    expect(log).toEqual(["BEGIN", "first", "ROLLBACK", "release"]);
  });
});
