import { describe, expect, it } from "vitest";
import { createMemoryEngine } from "../testing/memory-engine.ts";
import { ANY_WAIT_MS, command, counterEngine, counterProject, seenBy } from "./counter.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;

describe("the inbox", () => {
  it("knows an envelope by its id and its source [INB-04]", async () => {
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

  it("remembers for seven days [INB-10]", async () => {
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
