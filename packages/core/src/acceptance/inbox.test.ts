import { describe, expect, it } from "vitest";
import { createEnvelope } from "../envelope/create-envelope.ts";
import { fingerprintOf } from "../inbox/fingerprint.ts";
import { StoreUnavailableError } from "../kernel/errors.ts";
import { defineProject } from "../projects/define-project.ts";
import { createMemoryEngine } from "../testing/memory-engine.ts";
import { ANY_WAIT_MS, command, counterEngine, counterProject, seenBy } from "./counter.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;

describe("the inbox", () => {
  it("knows an envelope by its id and its source [INB-04][SEC-03]", async () => {
    const engine = counterEngine();
    await engine.handle(command("ADD", 1, "k", { id: "e-1", source: "/one" }));
    const other = command("ADD", 1, "k", { id: "e-1", source: "/another" });
    expect(await engine.handle(other)).toBe("processed");
  });

  it("asks and writes under one key, whatever the source is called [INB-05]", async () => {
    const engine = counterEngine();
    const close = command("CLOSE", 1, "a/b", { source: "https://shop.example/orders/100%" });
    await engine.handle(close);
    expect(await engine.handle(close)).toBe("duplicate");
  });

  it("answers a redelivery with the receipt it wrote first, and leaves that as it is [INB-01]", async () => {
    const engine = counterEngine();
    const first = command("ADD", 1);
    await engine.handle(first);
    const written = engine.database.receipts.rows();
    await engine.handle(command("ADD", 2));
    await engine.advance(DAY_MS);
    expect(await engine.handle(first)).toBe("duplicate");
    expect(engine.database.receipts.rows()).toEqual(expect.arrayContaining(written));
    expect(written).toMatchObject([{ key: first.id, result: '{"revision":1,"states":["open"]}' }]);
  });

  it("knows an old message by its id, not only the newest of its stream [INB-22]", async () => {
    const engine = counterEngine();
    const old = command("ADD", 0);
    await engine.publish("in", old, ...[1, 2, 3].map((n) => command("ADD", n)));
    await engine.runUntilQuiet();
    expect(await engine.handle(old)).toBe("duplicate");
    expect(await seenBy(engine)).toEqual([0, 1, 2, 3]);
  });

  it("remembers for as long as a machine says, or for ever [INB-10]", async () => {
    const hour = counterEngine({ receiptTtlMs: DAY_MS / 24 });
    const forEver = counterEngine({ receiptTtlMs: null });
    const envelope = command("ADD", 1);
    for (const engine of [hour, forEver]) {
      await engine.handle(envelope);
      await engine.advance(DAY_MS / 24 - 1);
      expect(await engine.handle(envelope)).toBe("duplicate");
    }
    await hour.advance(1);
    await forEver.advance(4_000 * DAY_MS);
    expect(await hour.handle(envelope)).toBe("processed");
    expect(await forEver.handle(envelope)).toBe("duplicate");
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, true, "7d"])(
    "refuses %s as the time it remembers [INB-10]",
    (receiptTtlMs) => {
      expect(() => counterProject({ receiptTtlMs: receiptTtlMs as number })).toThrow(
        "machines[0].receiptTtlMs must be an integer of at least 1",
      );
    },
  );

  it("remembers for seven days unless told otherwise [INB-10]", async () => {
    const engine = counterEngine();
    const envelope = command("ADD", 1);
    await engine.handle(envelope);
    await engine.advance(7 * DAY_MS - 1);
    expect(await engine.handle(envelope)).toBe("duplicate");
    await engine.advance(1);
    expect(await engine.handle(envelope)).toBe("processed");
    expect(await seenBy(engine)).toEqual([1, 1]);
  });

  it("takes a receipt for proof, however little is left of it [INB-13]", async () => {
    const engine = counterEngine();
    const envelope = command("ADD", 1);
    await engine.handle(envelope);
    const [row] = engine.database.receipts.rows();
    if (row === undefined) throw new Error("no receipt");
    engine.database.receipts.put(`${row.scope}\0${row.key}`, { ...row, result: "{broken" });
    expect(await engine.handle(envelope)).toBe("duplicate");
  });

  it("keeps the receipts of those whose batch had a bad one in it [INB-16][OBX-16]", async () => {
    const engine = counterEngine();
    const good = ["a", "b", "c"].map((subject) => command("ADD", 1, subject));
    await engine.publish("in", ...good, command("POISON", 1, "bad"));
    await engine.runOnce();
    await engine.publish("in", ...good);
    expect(await engine.runOnce()).toMatchObject({ processed: 0, duplicates: 3 });
  });

  it("answers twice racing workers once [DSP-17][INB-08]", async () => {
    const project = counterProject();
    const first = createMemoryEngine(project, { workerId: "first" });
    const second = createMemoryEngine(project, {
      workerId: "second",
      clock: first.clock,
      database: first.database,
    });
    const envelope = command("ADD", 1);
    await first.publish("in", envelope, envelope);

    const results = await Promise.all([first.runUntilQuiet(), second.runUntilQuiet()]);

    const processed = results.reduce((sum, result) => sum + result.processed, 0);
    expect(processed).toBe(1);
    expect(await seenBy(first)).toEqual([1]);
  });

  it("knows an event published anew by what led to it, where a machine asks for that [INB-17]", async () => {
    const engine = counterEngine({ dedupKey: "causationid" });
    await engine.handle(command("ADD", 1, "k", { causationid: "payment-9" }));
    const anew = command("ADD", 1, "k", { causationid: "payment-9" });
    expect(await engine.handle(anew)).toBe("duplicate");
    expect(await engine.handle(command("ADD", 1, "k"))).toBe("processed");
  });

  it("takes an empty causation id for none [INB-17]", async () => {
    const engine = counterEngine({ dedupKey: "causationid" });
    await engine.handle(command("ADD", 1, "k", { causationid: "" }));
    expect(await engine.handle(command("ADD", 2, "k", { causationid: "" }))).toBe("processed");
  });

  it.each<[string, unknown]>([
    ["empty", ""],
    ["longer than an id may be", "x".repeat(1_025)],
    ["not printable", "a\u0000b"],
    ["half a character", "\ud83d"],
    ["no text", 17],
  ])("refuses a key that is %s, and lets other subjects flow [INB-06]", async (_what, key) => {
    const engine = counterEngine({
      dedupKey: ({ id, subject }) => (subject === "bad" ? (key as string) : id),
    });
    await engine.publish("in", command("ADD", 1, "bad"), command("ADD", 1, "good"));
    await engine.advance(ANY_WAIT_MS);
    expect(await seenBy(engine, "good")).toEqual([1]);
    expect(await seenBy(engine, "bad")).toBeUndefined();
    expect(await engine.openLetters()).toMatchObject([
      {
        subject: "bad",
        reason: "max_attempts",
        errors: Array(3).fill({ name: "InvalidDedupKeyError" }),
      },
    ]);
  });

  it("takes any key that an id may be [INB-06]", async () => {
    const longest = "é".repeat(1_024);
    const engine = counterEngine({ dedupKey: () => longest });
    expect(await engine.handle(command("ADD", 1))).toBe("processed");
    expect(await engine.handle(command("ADD", 1))).toBe("duplicate");
  });

  it("handles what has no key as often as it comes [DSP-25][INB-02][TRB-11]", async () => {
    const engine = counterEngine({ dedupKey: () => undefined });
    const envelope = command("ADD", 1);
    await engine.handle(envelope);
    expect(await engine.handle(envelope)).toBe("processed");
    expect(await seenBy(engine)).toEqual([1, 1]);
  });

  it("fails an envelope whose key function throws, and lets other subjects flow [DSP-18][TRB-06]", async () => {
    const engine = counterEngine({
      attemptsMax: 2,
      dedupKey: ({ id, subject }) => {
        if (subject === "bad") throw new Error("no key for it");
        return id;
      },
    });
    for (const n of [0, 1, 2]) {
      await engine.publish("in", command("ADD", n, "good"), command("ADD", n, "bad"));
    }

    await engine.advance(ANY_WAIT_MS);

    expect(await seenBy(engine, "good")).toEqual([0, 1, 2]);
    const letters = await engine.openLetters();
    expect(letters.map(({ subject, reason, attempts }) => [subject, reason, attempts])).toEqual(
      Array.from({ length: 3 }, () => ["bad", "max_attempts", 2]),
    );
    expect(await engine.inspect.deliveries()).toEqual([]);
  });

  it("is never apart from the snapshot, whichever write is the last before a crash [INB-12][INB-18]", async () => {
    for (let crashesAt = 1; crashesAt < 100; crashesAt += 1) {
      let writes = 0;
      let isArmed = false;
      const engine = counterEngine(
        {},
        {
          onWrite: () => {
            writes += isArmed ? 1 : 0;
            if (isArmed && writes >= crashesAt) throw new StoreUnavailableError("write");
          },
        },
      );
      const close = command("CLOSE");
      await engine.publish("in", close);
      isArmed = true;
      await engine.runOnce().catch(() => undefined);
      isArmed = false;

      const isSaved = (await engine.findInstance("counter", "k")) !== undefined;
      expect(engine.database.receipts.rows()).toHaveLength(isSaved ? 1 : 0);
      const published = (await engine.inspect.events()).filter(({ type }) => type !== close.type);
      expect(published).toHaveLength(isSaved ? 1 : 0);
      await engine.advance(ANY_WAIT_MS);
      expect(await engine.handle(close)).toBe("duplicate");
      expect(await engine.findInstance("counter", "k")).toMatchObject({ revision: 1 });
      if (writes < crashesAt) return; // no write was left to crash at
    }
    throw new Error("more writes than looked at");
  });

  it("has the receipt again if it was purged while the event ran [INB-14]", async () => {
    const engine = counterEngine(
      {},
      {
        wrapStores: (stores) => ({
          ...stores,
          lanes: {
            ...stores.lanes,
            commit: async (commits) => {
              for (const { scope, key } of engine.database.receipts.rows()) {
                engine.database.receipts.remove(`${scope}\0${key}`);
              }
              return stores.lanes.commit(commits);
            },
          },
        }),
      },
    );
    await engine.handle(command("ADD", 1, "k", { id: "e-1" }));
    const again = command("ADD", 2, "k", { id: "e-2" });
    await engine.handle(again);
    const rows = engine.database.receipts.rows();
    expect(rows).toMatchObject([
      { key: "e-2", fingerprint: fingerprintOf({ type: "ADD", payload: { n: 2 } }) },
    ]);
    expect(await engine.handle(again)).toBe("duplicate");
  });

  it("counts tries in the store: a fresh engine goes on where the last one stopped", async () => {
    const project = counterProject();
    const first = createMemoryEngine(project);
    await first.handle(command("POISON"));
    for (let restarts = 0; restarts < 2; restarts += 1) {
      first.clock.advance(ANY_WAIT_MS);
      const { clock, database } = first;
      await createMemoryEngine(project, { clock, database }).runOnce();
    }
    expect(await first.openLetters()).toMatchObject([{ reason: "max_attempts", attempts: 3 }]);
  });
});

describe("a timer", () => {
  it("is one for its state: asking again changes nothing, and after it has fired it may be set anew [INB-21]", async () => {
    const engine = createMemoryEngine(
      defineProject({
        name: "reminders",
        topics: ["in", "events"],
        machines: [
          {
            chart: {
              id: "reminder",
              initial: "idle",
              states: {
                idle: { on: { REMIND: "waiting" } },
                waiting: { after: { 60000: "idle" } },
              },
            },
            logic: {},
          },
        ],
        routes: [{ topic: "in", type: "remind", machine: "reminder", event: "REMIND" }],
      }),
    );
    const remind = () => createEnvelope({ type: "remind", source: "/me", subject: "me", data: {} });
    await engine.handle(remind());
    const [set, ...others] = await engine.inspect.timers();
    expect(others).toEqual([]);
    await engine.advance(20_000);
    expect(await engine.handle(remind())).toBe("processed");
    expect(await engine.inspect.timers()).toEqual([set]);

    await engine.advance(40_000);
    expect(await engine.inspect.timers()).toEqual([]);
    await engine.handle(remind());
    expect(await engine.inspect.timers()).toMatchObject([{ ref: set?.ref, revision: 4 }]);
  });
});
