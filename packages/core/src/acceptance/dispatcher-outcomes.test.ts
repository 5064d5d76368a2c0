import { describe, expect, it } from "vitest";
import { createEnvelope } from "../envelope/create-envelope.ts";
import { encodeEnvelope } from "../envelope/encode-envelope.ts";
import { readGolden } from "../testing/golden.ts";
import { createMemoryEngine } from "../testing/memory-engine.ts";
import { ANY_WAIT_MS, command, counterEngine, counterProject, seenBy } from "./counter.ts";

describe("the outcome of an envelope", () => {
  it("is processed for a known event, and the instance moves [DSP-01]", async () => {
    const engine = counterEngine();
    expect(await engine.handle(command("ADD", 7))).toBe("processed");
    expect(await seenBy(engine)).toEqual([7]);
  });

  it("is duplicate for the same id again, whatever its attempt says [INB-01]", async () => {
    const engine = counterEngine();
    const first = command("ADD", 1);
    await engine.handle(first);
    expect(await engine.handle(first)).toBe("duplicate");
    const again = { ...first, extensions: { xsmattempt: 4 } };
    expect(await engine.handle(again)).toBe("duplicate");
    expect(await seenBy(engine)).toEqual([1]);
  });

  it("is duplicate for the event that finished the instance, and a letter for a new one [DSP-15][TRB-09]", async () => {
    const engine = counterEngine();
    const close = command("CLOSE");
    await engine.handle(close);
    expect(await engine.handle(close)).toBe("duplicate");
    expect(await engine.handle(command("ADD"))).toBe("dead_lettered:instance_done");
    expect(await engine.openLetters()).toMatchObject([{ reason: "instance_done", attempts: 1 }]);
  });

  it("is a letter at once without a subject, and for data that is no object [DSP-14]", async () => {
    const engine = counterEngine();
    const listData = createEnvelope({
      type: "xsm.counter.ADD",
      source: "/a",
      subject: "k",
      data: [1],
    });
    expect(await engine.handle(command("ADD", 1, null))).toBe("dead_lettered:corrupt");
    expect(await engine.handle(listData)).toBe("dead_lettered:corrupt");
    expect((await engine.openLetters()).map(({ attempts }) => attempts)).toEqual([1, 1]);
  });

  it("is a letter at once for a type without a route, or nothing where the topic is shared [DSP-13][TRB-02]", async () => {
    const unknown = createEnvelope({ type: "never.heard.of", source: "/a", subject: "k" });
    const strict = counterEngine();
    expect(await strict.handle(unknown)).toBe("dead_lettered:unknown_event");
    expect(await strict.openLetters()).toMatchObject([{ reason: "unknown_event", attempts: 1 }]);

    const shared = createMemoryEngine(counterProject({}, "ignore"));
    expect(await shared.handle(unknown)).toBe("ignored");
    expect(await shared.openLetters()).toEqual([]);
    expect(await shared.inspect.deliveries()).toEqual([]);
  });

  it("is retry twice and then a letter for a step that throws, with the whole story [DSP-11][TRB-06]", async () => {
    const engine = counterEngine();
    const poison = command("POISON");
    const outcomes = [await engine.handle(poison, "in")];
    for (let turn = 0; turn < 2; turn += 1) {
      const { ordered } = await engine.advance(ANY_WAIT_MS);
      outcomes.push(...ordered.map(([, outcome]) => outcome));
    }
    expect(outcomes).toEqual(["retry", "retry", "dead_lettered:max_attempts"]);
    expect(await engine.inspect.deliveries()).toEqual([]);
    const [letter] = await engine.openLetters();
    expect(letter).toMatchObject({
      reason: "max_attempts",
      attempts: 3,
      envelopeId: poison.id,
      topic: "in",
      errors: [{ message: "poison" }, { message: "poison" }, { message: "poison" }],
    });
    expect(letter?.structureHash).not.toBe("");
  });

  it("is a letter for an id that was handled with other content [DSP-16][TRB-10][INB-08]", async () => {
    const engine = counterEngine();
    await engine.handle(command("ADD", 1, "k", { id: "e-1" }));
    const other = command("ADD", 2, "k", { id: "e-1" });
    expect(await engine.handle(other)).toBe("dead_lettered:idempotency_mismatch");
    expect(await seenBy(engine)).toEqual([1]);
  });

  it("adds up: five counts and one line an envelope, in order [DSP-03]", async () => {
    const engine = createMemoryEngine(counterProject({}, "ignore"));
    const first = command("ADD", 1);
    const unknown = createEnvelope({ type: "never.heard.of", source: "/a", subject: "k" });
    const corrupt = command("ADD", 1, null);
    const poison = command("POISON", 0, "bad");
    await engine.publish("in", first, first, unknown, corrupt, poison);

    const result = await engine.runOnce();

    expect(result).toMatchObject({
      processed: 1,
      duplicates: 1,
      deadLettered: 1,
      retried: 1,
      ignored: 1,
    });
    expect(result.ordered.filter(([id]) => id === first.id)).toEqual([
      [first.id, "processed"],
      [first.id, "duplicate"],
    ]);
    expect(result.ordered).toHaveLength(5);
    expect(result.ordered).toContainEqual([corrupt.id, "dead_lettered:corrupt"]);
    expect(result.ordered).toContainEqual([poison.id, "retry"]);
    expect(result.ordered).toContainEqual([unknown.id, "ignored"]);
  });

  interface Invalid {
    readonly name: string;
    readonly op: string;
    readonly text: string | null;
    readonly max_bytes: number | null;
  }
  const malformed = readGolden<readonly Invalid[]>("envelopes_invalid").filter(
    ({ op, text, max_bytes }) => op === "from_json" && text !== null && max_bytes === null,
  );

  it.each(malformed)(
    "never throws: $name is a corrupt letter [DSP-04][TRB-03]",
    async ({ text }) => {
      const engine = counterEngine();
      expect(await engine.handle(text ?? "", "in")).toBe("dead_lettered:corrupt");
      const [letter] = await engine.openLetters();
      expect(letter).toMatchObject({ reason: "corrupt", attempts: 1 });
    },
  );

  it("is a corrupt letter for text beyond the size cap, which is looked at first [TRB-05]", async () => {
    const engine = counterEngine();
    const big = encodeEnvelope(command("ADD", "x".repeat(1_000)));
    const padded = `${big.slice(0, -1)}${" ".repeat(1_048_576)}`;
    expect(await engine.handle(padded, "in")).toBe("dead_lettered:corrupt");
    expect((await engine.openLetters())[0]?.errors).toMatchObject([
      { name: "EnvelopeTooLargeError" },
    ]);
  });

  it("is a corrupt letter for data too deep to be walked, and the letter says so [DSP-21][TRB-08]", async () => {
    const engine = counterEngine();
    const deep = `${"[".repeat(5_000)}${"]".repeat(5_000)}`;
    const text = `{"specversion":"1.0","id":"e-1","type":"xsm.counter.ADD","source":"/a","subject":"k","data":${deep}}`;
    expect(await engine.handle(text, "in")).toBe("dead_lettered:corrupt");
    const [letter] = await engine.openLetters();
    expect(letter?.envelope).toEqual({
      id: "e-1",
      type: "xsm.counter.ADD",
      source: "/a",
      subject: "k",
      data: { _unrecorded: expect.any(String) },
    });
    expect(letter?.redactedPaths).toEqual(["/data"]);
  });
});
