import { appendAudit, fromPgPool } from "@sagascope/core/postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type WebTestDatabase } from "../../testing/open-test-database.ts";
import { callerAs } from "../../trpc/testing/caller-as.ts";
import { verifyAudit } from "./verify-audit.ts";

let database: WebTestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  const entry = (number: number) => ({
    actor: number % 2 === 0 ? "mara@shop.example" : "jonas@shop.example",
    action: number === 5 ? "resolve" : "replay",
    target: `dead letter l-${number}`,
    reason: `because of "${number}"`,
    outcome: "processed",
    detail: { subject: `order-${number}`, token: "hunter2" },
  });
  await fromPgPool(database.pool).transaction("seed audit", (sql) =>
    appendAudit(sql, [1, 2, 3, 4, 5].map(entry)),
  );
});
afterAll(() => database.drop());

const audit = () => callerAs("viewer", database).audit;
const seqsOf = async (input: { filter?: object; cursor?: string; limit?: number }) => {
  const { rows, nextCursor, count } = await audit().list({ filter: {}, ...input });
  return { seqs: rows.map(({ seq }) => seq), nextCursor, count };
};

describe("audit.list", () => {
  it("pages through the rows, the newest first", async () => {
    expect(await seqsOf({ limit: 3 })).toEqual({
      seqs: ["5", "4", "3"],
      nextCursor: "3",
      count: 5,
    });
    expect(await seqsOf({ limit: 3, cursor: "3" })).toEqual({
      seqs: ["2", "1"],
      nextCursor: undefined,
      count: 5,
    });
  });

  it.each([
    [{ actor: "mara@shop.example" }, ["4", "2"]],
    [{ action: "resolve" }, ["5"]],
    [{ q: "L-3" }, ["3"]],
    [{ q: 'of "2"' }, ["2"]],
    [{ q: "never" }, []],
    [{ q: "l_3" }, []],
    [{ q: "%" }, []],
  ])("narrows to %j", async (filter, seqs) => {
    expect((await seqsOf({ filter })).seqs).toEqual(seqs);
  });

  it("narrows to a span of time, as its export does", async () => {
    const { rows } = await audit().list({ filter: {}, limit: 5 });
    const third = rows.find(({ seq }) => seq === "3")?.at ?? new Date(0);
    const shift = (sign: "+" | "-") =>
      database.pool.query(`
        ALTER TABLE sagascope.audit DISABLE TRIGGER audit_append_only;
        UPDATE sagascope.audit SET at = at ${sign} (6 - seq) * interval '1 day';
        ALTER TABLE sagascope.audit ENABLE TRIGGER audit_append_only`);
    await shift("-");
    const day = (days: number) => new Date(third.getTime() - days * 86_400_000);
    const span = { from: day(3.5), before: day(1.5) }; // of rows 3 and 4
    expect(await seqsOf({ filter: span })).toMatchObject({ seqs: ["4", "3"], count: 2 });
    expect((await seqsOf({ filter: { before: day(3.5) } })).seqs).toEqual(["2", "1"]);
    const { lines } = await audit().export({ filter: span, format: "json" });
    expect(lines.map((line) => JSON.parse(line).seq)).toEqual(["4", "3"]);
    await shift("+");
  });

  it("masks what is secret in the details", async () => {
    const { rows } = await audit().list({ filter: {}, limit: 1 });
    expect(JSON.stringify(rows)).not.toContain("hunter2");
  });

  it("offers the people and actions there are", async () => {
    expect(await audit().facets()).toEqual({
      actors: ["jonas@shop.example", "mara@shop.example"],
      moreActors: false,
      actions: ["replay", "resolve"],
      moreActions: false,
    });
  });
});

describe("audit.verification", () => {
  it("finds the whole chain sound, in pages", async () => {
    expect(await verifyAudit(database.prisma, 100, 2)).toMatchObject({
      checked: 5,
      isPartial: false,
      brokenSeq: undefined,
    });
  });

  it("says that it checked only the newest rows when there are more than it may", async () => {
    expect(await verifyAudit(database.prisma, 3, 2)).toMatchObject({
      checked: 3,
      isPartial: true,
      brokenSeq: undefined,
    });
  });

  it("names the first row that was changed behind the console's back", async () => {
    await database.pool.query("ALTER TABLE sagascope.audit DISABLE TRIGGER audit_append_only");
    await database.pool.query("UPDATE sagascope.audit SET reason = 'another' WHERE seq = 3");

    expect(await audit().verification()).toMatchObject({ brokenSeq: "3", isPartial: false });
    expect(await verifyAudit(database.prisma, 2, 2)).toMatchObject({ brokenSeq: undefined });
  });
});

describe("what people typed", () => {
  it("is masked in the list as it is in an export", async () => {
    const secret = `Bearer ${"a1B2".repeat(10)}`;
    await fromPgPool(database.pool).transaction("seed audit", (sql) =>
      appendAudit(sql, [
        {
          actor: "mara@shop.example",
          action: "replay",
          target: "dead letter l-6",
          reason: `called it by hand with ${secret}`,
          outcome: "masked",
          detail: {},
        },
      ]),
    );
    const { rows } = await audit().list({ filter: { q: "masked" }, limit: 1 });
    expect(rows[0]?.reason).toMatch(/^called it by hand/);
    expect(JSON.stringify(rows)).not.toContain(secret);
    const { lines } = await audit().export({ filter: { q: "masked" }, format: "json" });
    expect(lines.join()).not.toContain(secret);
  });
});
