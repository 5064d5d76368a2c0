import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMessage } from "../../../../envelope/messages/message.ts";
import { InvalidConfigError } from "../../../../kernel/errors.ts";
import { claimOf } from "../../../../testing/outbox-contract-bench.ts";
import { createTestDatabase, type TestDatabase } from "../../../../testing/test-database.ts";
import { fromPgPool } from "../../sql.ts";
import { listDeadLetters } from "./list-dead-letters.ts";
import { DEFAULT_OUTBOX_TABLE, defineOutboxTable } from "./outbox-table.ts";
import { outboxTableSql } from "./outbox-table-sql.ts";
import { postgresOutbox } from "./postgres-outbox.ts";
import { publishMessages } from "./publish-messages.ts";
import { requireOutboxTable } from "./require-outbox-table.ts";
import { resolveDeadLetters } from "./settle-dead-letters.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe("a table's names", () => {
  it.each([
    ["table", { table: "drop table; --" }],
    ["table", { table: "a.b.c" }],
    ["table", { table: "" }],
    ["table", { table: "x".repeat(64) }],
    ["deadLetterTable", { table: "t", deadLetterTable: '"quoted"' }],
    ["columns.key", { table: "t", columns: { key: "1st" } }],
    ["notifyChannel", { table: "t", notifyChannel: "a-b" }],
    ["idType", { table: "t", idType: "money" as "text" }],
    ["payloadType", { table: "t", payloadType: "xml" as "text" }],
  ])("are refused when %s cannot be one [OBX-41][OBX-38][ERR-04][SEC-09]", (setting, options) => {
    expect(() => defineOutboxTable(options)).toThrow(InvalidConfigError);
    expect(() => defineOutboxTable(options)).toThrow(setting);
  });

  it("are refused where an index of theirs would be cut off [OBX-38]", () => {
    const long = defineOutboxTable({ table: "x".repeat(60) });
    expect(() => outboxTableSql(long)).toThrow("63 bytes");
  });

  it("may stand in a schema, and are created by the user's own migration alone [OBX-27][OBX-28][OBX-39][OBX-41][CFG-09]", async () => {
    const own = defineOutboxTable({ table: "shop.outbox" });
    await database.pool.query("CREATE SCHEMA shop");
    const outbox = postgresOutbox(fromPgPool(database.pool), own);
    await expect(outbox.claim(claimOf("a"))).rejects.toThrow("does not exist");
    await database.pool.query(outboxTableSql(own));
    expect(await outbox.claim(claimOf("a"))).toEqual([]);
    const { rows } = await database.pool.query(
      "SELECT indexname FROM pg_indexes WHERE schemaname = 'shop' ORDER BY indexname",
    );
    expect(rows.map(({ indexname }) => indexname)).toEqual([
      ...["outbox_dead_idx", "outbox_pending_due_idx", "outbox_pending_idx"],
      ...["outbox_pending_key_idx", "outbox_pending_timer_idx", "outbox_pending_topic_idx"],
      "outbox_pkey",
    ]);
    expect(own).toMatchObject({ onDelivered: "keep", notifyChannel: undefined });
  });
});

describe("a table that a process is about to use", () => {
  const sql = () => fromPgPool(database.pool);
  const old = defineOutboxTable({
    table: "older.messages",
    deadLetterTable: "older.letters",
    columns: { token: "claim_token" },
  });

  it("is looked at when asked: what is missing is named at once, with what brings it, and nothing is made [TRB-20][OBX-23]", async () => {
    await expect(requireOutboxTable(sql(), old)).rejects.toThrow(
      'table "older"."messages" does not exist: run the migration that outboxTableSql prints',
    );
    await database.pool.query("CREATE SCHEMA older");
    await database.pool.query(outboxTableSql(old));
    await requireOutboxTable(sql(), old);

    await database.pool.query(
      `ALTER TABLE older.messages DROP COLUMN claim_token CASCADE, DROP COLUMN owner CASCADE;
       ALTER TABLE older.messages ADD note text`,
    );
    const lacking = requireOutboxTable(sql(), old);
    await expect(lacking).rejects.toThrow(InvalidConfigError);
    await expect(lacking).rejects.toThrow(
      'table "older"."messages" lacks the columns claim_token, owner: run the migration',
    );
    await database.pool.query(
      "ALTER TABLE older.messages ADD claim_token uuid, ADD owner text; ALTER TABLE older.letters DROP COLUMN reason",
    );
    await expect(requireOutboxTable(sql(), old)).rejects.toThrow(
      'deadLetterTable "older"."letters" lacks the column reason',
    );
  });

  it("is the product's own after a migration", async () => {
    await requireOutboxTable(sql(), DEFAULT_OUTBOX_TABLE);
  });
});

describe("messages that were given up", () => {
  it.each([
    ["in a table of their own", { deadLetterTable: "given_up_letters" }, "rejected"],
    ["where they were", {}, null],
  ])(
    "are listed %s, newest first, with errors that show no secret",
    async (_where, fields, reason) => {
      const name = `given_up${Object.keys(fields).length}`;
      const outbox = defineOutboxTable({ table: name, ...fields });
      const sql = fromPgPool(database.pool);
      await database.pool.query(outboxTableSql(outbox));
      const storage = postgresOutbox(sql, outbox);
      await publishMessages(
        sql,
        outbox,
        ["1", "2", "3"].map((body) => createMessage({ topic: "mail", key: `k${body}`, body })),
      );
      const rows = await storage.claim(claimOf("a", { limit: 2 }));
      await storage.deadLetter(
        rows.map((receipt) => ({
          ...{ receipt, reason: "rejected", counts: true, isResolved: false },
          error: "refused: password=hunter2",
        })),
      );
      const letters = await listDeadLetters(sql, outbox, { limit: 10 });
      expect(letters).toMatchObject([
        { topic: "mail", key: "k2", attempts: 1, reason, resolvedAt: null },
        { topic: "mail", key: "k1" },
      ]);
      expect(JSON.stringify(letters)).not.toContain("hunter2");
      expect(letters[0]?.error).toMatch(/^refused: /);

      await resolveDeadLetters(sql, outbox, [letters[0]?.id ?? ""]);
      const left = await listDeadLetters(sql, outbox, { limit: 10 });
      expect(left).toMatchObject([{ key: "k1" }]);
      expect(await listDeadLetters(sql, outbox, { limit: 10, withResolved: true })).toHaveLength(2);
      expect(await listDeadLetters(sql, outbox, { limit: 1, withResolved: true })).toHaveLength(1);
    },
  );
});
