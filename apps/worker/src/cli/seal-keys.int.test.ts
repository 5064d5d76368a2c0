import { generateSealKey, parseSealKeys } from "@sagascope/core";
import {
  createTestDatabase,
  eventually,
  publish,
  startTestEngine,
  type TestDatabase,
  type Till,
  tillProject,
} from "@sagascope/core/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runHere } from "./testing/run-here.ts";

const [OLD, NEW] = [`k1:${generateSealKey()}`, `k2:${generateSealKey()}`];
const NOWHERE = "/nonexistent/sagascope";
const CARD = "4111 1111 1111 1111";
const till: Till = { isBroken: true };
let database: TestDatabase;
let letterId: string;

/** A worker of one deployment, for as long as something is done with it. */
async function withKeys<Result>(keys: string, use: () => Promise<Result>): Promise<Result> {
  const engine = await startTestEngine(database, tillProject(till), { keys: parseSealKeys(keys) });
  try {
    return await use();
  } finally {
    await engine.stop();
  }
}

const cli = (keys: string | undefined, ...argv: string[]) =>
  runHere(
    {
      DATABASE_URL: database.url,
      SAGASCOPE_DATA: NOWHERE, // whoever tries the product in this folder has keys in it
      ...(keys === undefined ? {} : { SAGASCOPE_SEAL_KEYS: keys }),
    },
    argv,
  );
const json = (text: string) => JSON.parse(text) as Record<string, unknown>;
const lastAudit = async () =>
  (
    await database.pool.query(
      "SELECT actor, action, target, reason, outcome, detail FROM sagascope.audit ORDER BY seq DESC LIMIT 1",
    )
  ).rows[0];
const WHY = ["--yes", "--reason", "the bank asks"];

beforeAll(async () => {
  database = await createTestDatabase();
  letterId = await withKeys(OLD, async () => {
    await publish(database.pool, "commands", "pay", "p-1", { n: 1, card: CARD, note: "a gift" });
    const letter = await eventually("the letter", async () => {
      const { rows } = await database.pool.query("SELECT id FROM sagascope.dead_letter");
      return rows[0] as { id: string } | undefined;
    });
    return letter.id;
  });
});
afterAll(() => database.drop());

describe("sagascope dlq unseal", () => {
  it("shows masked fields as they were sent, and the audit which ones and why", async () => {
    const all = await cli(OLD, "dlq", "unseal", letterId, "--json", ...WHY);
    expect(json(all.stdout).fields).toEqual([{ path: "/data/card", value: CARD }]);
    const target = `dead letter ${letterId}`;
    expect(await lastAudit()).toMatchObject({
      ...{ action: "unseal", target, reason: "the bank asks", outcome: "unsealed" },
      detail: { fields: ["/data/card"], keyId: "k1" },
    });
    const one = await cli(
      OLD,
      "dlq",
      "unseal",
      letterId,
      "--fields",
      "/data/note,/data/none",
      ...WHY,
    );
    expect(one.stdout).toBe('/data/note  "a gift"\n/data/none  -');
    expect(JSON.stringify((await lastAudit()).detail)).not.toContain("a gift");
  });

  it("shows nothing without a key, a reason and a yes, and keeps a refusal in the audit", async () => {
    expect(await cli(OLD, "dlq", "unseal", letterId, "--yes")).toMatchObject({
      code: 2,
      stdout: "",
    });
    expect(await cli(OLD, "dlq", "unseal", letterId, "--reason", "r")).toMatchObject({ code: 2 });
    for (const [keys, why] of [
      [NEW, "seal key 'k1' is not in the key ring"],
      [undefined, "there are no seal keys here"],
    ] as const) {
      const run = await cli(keys, "dlq", "unseal", letterId, ...WHY);
      expect(run).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(why) });
      expect(await lastAudit()).toMatchObject({ action: "unseal", outcome: "refused" });
    }
  });
});

describe("sagascope seal-keys", () => {
  it("rotates: the new key opens everything once it is sealed again, and the old one may go", async () => {
    const made = await cli(undefined, "seal-keys", "new", "--id", "k9");
    expect(() => parseSealKeys(made.stdout)).not.toThrow();
    const both = `${NEW},${OLD}`;
    expect(json((await cli(both, "seal-keys", "list", "--json")).stdout).keys).toEqual([
      { keyId: "k2", letters: 0, inRing: true, current: true },
      { keyId: "k1", letters: 1, inRing: true, current: false },
    ]);
    const dry = await cli(both, "seal-keys", "reseal", "--json");
    expect(json(dry.stdout)).toMatchObject({ dryRun: true, resealed: 1 });
    const real = await cli(both, "seal-keys", "reseal", "--no-dry-run", "--json", ...WHY);
    expect(json(real.stdout)).toEqual({ dryRun: false, resealed: 1, broken: [] });
    expect(await lastAudit()).toMatchObject({
      action: "reseal",
      detail: { toKey: "k2", resealed: 1 },
    });

    expect(
      json((await cli(NEW, "dlq", "unseal", letterId, "--json", ...WHY)).stdout).fields,
    ).toEqual([{ path: "/data/card", value: CARD }]);
    till.isBroken = false;
    const replayed = await withKeys(NEW, () =>
      cli(NEW, "dlq", "replay", letterId, "--no-dry-run", "--json", ...WHY),
    );
    expect(json(replayed.stdout)).toMatchObject({ outcome: "processed", warnings: [] });
  });
});
