import { appendAudit, fromPgPool } from "@sagascope/core/postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type WebTestDatabase } from "../testing/open-test-database.ts";
import { callerAs } from "../trpc/testing/caller-as.ts";
import { checkAudit } from "./check-audit.ts";

const MARA = { email: "mara@shop.example" };
let database: WebTestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  const entry = (number: number) => ({
    ...{ actor: MARA.email, action: "replay", target: `dead letter l-${number}` },
    ...{ outcome: "processed", detail: {} },
  });
  await fromPgPool(database.pool).transaction("seed audit", (sql) =>
    appendAudit(sql, [1, 2, 3].map(entry)),
  );
});
afterAll(() => database.drop());

const audit = () => callerAs("viewer", database).audit;

describe("audit.check", () => {
  it("says who checked the chain last, and what came out", async () => {
    expect(await audit().lastCheck()).toBeNull();

    expect(await audit().check()).toMatchObject({ checked: 3, brokenSeq: undefined });

    const last = await audit().lastCheck();
    expect(last).toMatchObject({ checked: 3, isPartial: false, brokenSeq: undefined });
    const { rows } = await audit().list({ filter: {}, limit: 1 });
    expect(rows).toMatchObject([{ action: "audit.check", outcome: "whole", actor: last?.by }]);
  });

  it("is an entry of the chain itself, which the next check goes over", async () => {
    expect(await checkAudit(database.prisma, MARA)).toMatchObject({ checked: 4 });
    expect(await audit().lastCheck()).toMatchObject({ by: MARA.email, checked: 4 });
  });

  it("says that older rows were not checked when there are more than it may", async () => {
    await checkAudit(database.prisma, MARA, 2);

    expect(await audit().lastCheck()).toMatchObject({ checked: 2, isPartial: true });
  });

  it("notes a chain that is broken, and where", async () => {
    await database.pool.query("ALTER TABLE sagascope.audit DISABLE TRIGGER audit_append_only");
    await database.pool.query("UPDATE sagascope.audit SET reason = 'another' WHERE seq = 2");

    await checkAudit(database.prisma, MARA);

    expect(await audit().lastCheck()).toMatchObject({ brokenSeq: "2" });
  });
});
