import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { unseal } from "../../kernel/seal/seal.ts";
import { requestCommand } from "../../stores/postgres/operations/request-command.ts";
import { changeReplayJob } from "../../stores/postgres/replay-jobs/change-job.ts";
import { freezeSelection } from "../../stores/postgres/replay-jobs/freeze-selection.ts";
import { listReplayItems } from "../../stores/postgres/replay-jobs/list-jobs.ts";
import { startReplayJob } from "../../stores/postgres/replay-jobs/start-job.ts";
import { fromPgPool, type SqlPool } from "../../stores/postgres/sql.ts";
import { replayJobEnd } from "../../testing/replay-job-end.ts";
import { tableChecksums } from "../../testing/table-checksums.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { eventually, publish, startTestEngine, TEST_SEAL_KEYS } from "../../testing/test-engine.ts";
import { type Till, tillProject } from "../../testing/till-project.ts";
import type { Engine } from "../engine.ts";

const till: Till = { isBroken: false };
let database: TestDatabase;
let sql: SqlPool;
let engines: readonly Engine[];

beforeAll(async () => {
  database = await createTestDatabase();
  sql = fromPgPool(database.pool);
  const start = () => startTestEngine(database, tillProject(till));
  engines = [await start(), await start()];
});
afterAll(async () => {
  await Promise.all(engines.map((engine) => engine.stop()));
  await database.drop();
});

const rows = async <Row>(text: string, ...values: unknown[]) =>
  (await database.pool.query(text, values)).rows as Row[];
const count = async (text: string, ...values: unknown[]) =>
  Number(
    (await rows<{ n: string }>(`SELECT count(*) AS n FROM sagascope.${text}`, ...values))[0]?.n,
  );

/** Coins that each of some purses is refused, so that each is a letter. */
async function refuse(purses: readonly string[], coins: number): Promise<void> {
  till.isBroken = true;
  const before = await count("dead_letter");
  for (let n = 1; n <= coins; n += 1) {
    await Promise.all(
      purses.map((purse) =>
        publish(database.pool, "commands", "pay", purse, { n, card: "4111111111111111" }),
      ),
    );
  }
  const expected = before + purses.length * coins;
  await eventually("the letters", async () => (await count("dead_letter")) === expected);
  till.isBroken = false;
}

const pursesOf = (test: string, size: number) =>
  Array.from({ length: size }, (_purse, at) => `${test}-${at}`);

const preview = (subject: string) =>
  freezeSelection(sql, { project: "shop", filter: { subject }, actor: "mara" });

async function replay(subject: string, settings: { readonly dryRun?: boolean } = {}) {
  const { id: selectionId, hash } = await preview(subject);
  const real = { dryRun: false, reason: "the till is mended", actor: "mara" };
  return startReplayJob(sql, { selectionId, hash, ...real, ...settings });
}

const ended = (id: string) => replayJobEnd(sql, id);

const coinsOf = async (subject: string): Promise<readonly number[]> => {
  const [row] = await rows<{ coins: number[] }>(
    "SELECT snapshot -> 'context' -> 'coins' AS coins FROM sagascope.instance WHERE subject = $1",
    subject,
  );
  return row?.coins ?? [];
};

describe("a bulk replay", () => {
  it("replays what was previewed, in order per subject, with new events beside, and resolves it [RPL-05]", async () => {
    const purses = pursesOf("order", 12);
    await refuse(purses, 5);
    const job = await replay("order-");
    for (let n = 101; n <= 110; n += 1) {
      await Promise.all(
        purses.map((purse) => publish(database.pool, "commands", "pay", purse, { n })),
      );
    }
    const done = await ended(job);
    expect(done).toMatchObject({
      state: "done",
      letters: 60,
      subjects: 12,
      succeeded: 60,
      failed: 0,
    });
    expect(done.outcomes).toEqual({ processed: 60 });
    for (const purse of purses) {
      const coins = await eventually("all coins", async () => {
        const found = await coinsOf(purse);
        return found.length === 15 && found;
      });
      expect(coins.filter((n) => n < 100)).toEqual([1, 2, 3, 4, 5]);
      expect(coins.filter((n) => n > 100)).toEqual([
        101, 102, 103, 104, 105, 106, 107, 108, 109, 110,
      ]);
    }
    expect(
      await count("dead_letter WHERE subject LIKE 'order-%' AND resolution = 'replayed'"),
    ).toBe(60);
    expect(await count("audit WHERE detail ->> 'jobId' = $1 AND outcome = 'processed'", job)).toBe(
      60,
    );
  });

  it("keeps and opens the very bytes that were published, byte by byte [RPL-07]", async () => {
    await refuse(["exact-0"], 1);
    const [event] = await rows<{ text: string }>(
      "SELECT envelope::text AS text FROM sagascope.event WHERE subject = 'exact-0'",
    );
    const [kept] = await rows<{ id: string; sealed: Buffer }>(
      "SELECT id, sealed FROM sagascope.dead_letter WHERE subject = 'exact-0'",
    );
    expect(event?.text).toContain("4111111111111111");
    expect(unseal(TEST_SEAL_KEYS, kept?.sealed ?? Buffer.of(), kept?.id ?? "").toString()).toBe(
      event?.text,
    );
  });

  it("sends the original bytes, redacted as the letter is [RPL-07]", async () => {
    await refuse(["bytes-0"], 1);
    const [{ id: letterId }] = (await rows<{ id: string }>(
      "SELECT id FROM sagascope.dead_letter WHERE subject = 'bytes-0'",
    )) as [{ id: string }];
    const [before] = await rows<{ envelope: string }>(
      "SELECT envelope::text FROM sagascope.event WHERE subject = 'bytes-0'",
    );
    const [shown] = await rows<{ envelope: string }>(
      "SELECT envelope::text FROM sagascope.dead_letter WHERE id = $1",
      letterId,
    );
    expect(shown?.envelope).not.toContain("4111111111111111");
    expect((await ended(await replay("bytes-"))).outcomes).toEqual({ processed: 1 });
    const [receipt] = await rows<{ fingerprint: string }>(
      "SELECT fingerprint FROM sagascope.inbox WHERE scope LIKE '%bytes-0%'",
    );
    // What production would have written for these bytes: the same envelope again is a duplicate, not another payload.
    await publish(
      database.pool,
      "commands",
      "pay",
      "bytes-0",
      JSON.parse(before?.envelope ?? "{}").data,
      {
        id: JSON.parse(before?.envelope ?? "{}").id,
      },
    );
    await eventually("the redelivery", async () => (await count("delivery")) === 0);
    expect(receipt).toBeDefined();
    expect(await coinsOf("bytes-0")).toEqual([1]);
    expect(await count("dead_letter WHERE subject = 'bytes-0' AND resolved_at IS NULL")).toBe(0);
  });

  it("changes no table when it is a rehearsal, and says what would come", async () => {
    await refuse(pursesOf("dry", 4), 3);
    const before = await tableChecksums(database.pool);
    const done = await ended(await replay("dry-", { dryRun: true }));
    expect(done).toMatchObject({ succeeded: 12, outcomes: { processed: 12 } });
    expect(await tableChecksums(database.pool)).toEqual(before);
  });

  it("pauses by itself when the canary fails, and what failed holds its subject back", async () => {
    await refuse(pursesOf("canary", 10), 2);
    till.isBroken = true;
    const job = await replay("canary-");
    const paused = await ended(job);
    expect(paused).toMatchObject({
      state: "paused",
      failed: 5,
      held: 5,
      succeeded: 0,
      waiting: 10,
    });
    till.isBroken = false;
    const go = { id: job, actor: "mara", reason: "mended for good" };
    await changeReplayJob(sql, { ...go, change: "resume" });
    expect(await ended(job)).toMatchObject({ state: "done", failed: 5, held: 5, succeeded: 10 });
    const items = await listReplayItems(sql, { jobId: job, limit: 100 });
    expect(items.map(({ state }) => state).sort()).toEqual([
      ...Array.from({ length: 5 }, () => "failed"),
      ...Array.from({ length: 5 }, () => "held"),
    ]);
  });
});

/** For the slowest machine: each request writes its link of the audit's chain after the one before. */
const THOUSAND_MS = 900_000;

describe("a thousand requests at once for the same letters", () => {
  it("give one transition a letter [RPL-03]", { timeout: THOUSAND_MS }, async () => {
    const purses = pursesOf("often", 5);
    await refuse(purses, 1);
    const letters = await rows<{ id: string }>(
      "SELECT id FROM sagascope.dead_letter WHERE subject LIKE 'often-%'",
    );
    const ids = await Promise.all(
      Array.from({ length: 1_000 }, (_request, at) =>
        requestCommand(sql, {
          project: "shop",
          kind: "replay",
          target: { letterId: letters[at % letters.length]?.id ?? "" },
          dryRun: false,
          reason: "everybody presses the button",
          actor: `mara-${at}`,
        }),
      ),
    );
    expect(new Set(ids).size).toBe(1_000);
    await eventually(
      "all of them",
      async () =>
        (await count(
          "operator_command WHERE id = ANY ($1) AND status NOT IN ('waiting', 'running')",
          ids,
        )) === 1_000,
      THOUSAND_MS,
    );
    const outcomes = await rows<{ outcome: string; n: number }>(
      "SELECT result ->> 'outcome' AS outcome, count(*)::int AS n FROM sagascope.operator_command WHERE id = ANY ($1) GROUP BY 1 ORDER BY 1",
      ids,
    );
    expect(outcomes).toEqual([
      { outcome: "duplicate", n: 995 },
      { outcome: "processed", n: 5 },
    ]);
    expect(await count("history WHERE subject LIKE 'often-%'")).toBe(5);
    for (const purse of purses) expect(await coinsOf(purse)).toEqual([1]);
  });
});
