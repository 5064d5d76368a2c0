import { describe, expect, it } from "vitest";
import { assign } from "xstate";
import type { LogicArgs } from "../charts/logic.ts";
import { createEnvelope } from "../envelope/create-envelope.ts";
import { decodeEnvelope } from "../envelope/decode-envelope.ts";
import { encodeEnvelope } from "../envelope/encode-envelope.ts";
import { readGolden } from "../testing/golden.ts";
import { createMemoryEngine } from "../testing/memory-engine.ts";
import { ANY_WAIT_MS, command, counter, counterEngine, counterProject, seenBy } from "./counter.ts";

describe("an envelope", () => {
  it("is known by its id, belongs to the instance of its subject, and waits in that subject's lane [ENV-41]", async () => {
    const engine = counterEngine();
    const envelope = command("ADD", 1, "order-42", { id: "e-1" });
    const other = command("ADD", 2, "order-42", { id: "e-2" });
    await engine.publish("in", command("POISON", 0, "order-42"), envelope, other, envelope);
    await engine.publish("in", command("ADD", 3, "order-43", { id: "e-3" }));

    expect(await engine.runOnce()).toMatchObject({ retried: 1, processed: 1 });
    expect(await seenBy(engine, "order-43")).toEqual([3]);
    expect(await seenBy(engine, "order-42")).toBeUndefined();
    const rest = await engine.advance(ANY_WAIT_MS);
    expect(rest).toMatchObject({ deadLettered: 1, processed: 2, duplicates: 1 });
    expect(await seenBy(engine, "order-42")).toEqual([1, 2]);
    expect(engine.database.receipts.rows().map(({ key }) => key)).toEqual(["e-3", "e-1", "e-2"]);
  });

  it("is out of reach of those who made it and of those who get it [ENV-27]", async () => {
    const data = { n: 1, list: [1] };
    const spoiling = {
      ...counter.logic.actions,
      append: assign(({ context, event }: LogicArgs) => {
        event.payload.list.push("spoilt");
        return { seen: [...context.seen, event.payload.n] };
      }),
    };
    const engine = counterEngine({ dedupKey: () => undefined, logic: { actions: spoiling } });
    const envelope = createEnvelope({ type: "xsm.counter.ADD", source: "/a", subject: "k", data });
    await engine.publish("in", envelope);
    data.n = 99;

    await engine.handle(envelope);

    expect(await seenBy(engine)).toEqual([1, 1]);
    for (const { envelope: recorded } of await engine.inspect.events()) {
      expect(decodeEnvelope(recorded)).toStrictEqual(envelope);
    }
    expect(envelope.data).toEqual({ n: 1, list: [1] });
  });
});

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

  it("tells two senders' ids apart: neither has the other's outcome [SEC-03]", async () => {
    const engine = counterEngine();
    const from = (source: string) => command("ADD", 1, "k", { id: "same-id", source });
    expect(await engine.handle(from("/tenant-a"))).toBe("processed");
    expect(await engine.handle(from("/tenant-b"))).toBe("processed");
    expect(await engine.handle(from("/tenant-a"))).toBe("duplicate");
    expect(await engine.handle(from("/tenant-b"))).toBe("duplicate");
  });

  it("is a letter for another service's type, which only a shared topic lets pass [SEC-08]", async () => {
    const type = "xsm.somebody-else.ADD";
    const theirs = createEnvelope({ type, source: "/a", subject: "k", data: { n: 1 } });
    const strict = counterEngine();
    expect(await strict.handle(theirs)).toBe("dead_lettered:unknown_event");
    const shared = createMemoryEngine(counterProject({}, "ignore"));
    expect(await shared.handle(theirs)).toBe("ignored");
    expect(await shared.findInstance("counter", "k")).toBeUndefined();
    expect(await shared.handle(command("ADD"))).toBe("processed"); // the same event, prefixed with our service's name
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

  /** What is JSON at all, though no envelope. */
  const objectIn = (text: string): object | undefined => {
    try {
      const value: unknown = JSON.parse(text);
      return typeof value === "object" && value !== null ? value : undefined;
    } catch {
      return undefined;
    }
  };

  it.each(malformed)(
    "never throws: $name is a corrupt letter that shows what came, redacted [DSP-04][TRB-03]",
    async ({ text }) => {
      const engine = counterEngine();
      expect(await engine.handle(text ?? "", "in")).toBe("dead_lettered:corrupt");
      const [letter, ...others] = await engine.openLetters();
      expect(others).toEqual([]);
      expect(letter).toMatchObject({ reason: "corrupt", attempts: 1 });
      const shown = objectIn(JSON.stringify(letter?.envelope ?? null));
      expect(shown && Object.keys(shown)).toEqual(
        objectIn(text ?? "") && Object.keys(JSON.parse(text ?? "")),
      );
    },
  );

  it.each([
    ["all of it", (deep: string) => deep],
    [
      "its data",
      (deep: string) => `${encodeEnvelope(command("ADD")).split('"data"')[0]}"data":${deep}}`,
    ],
  ])("is a corrupt letter when %s is nested 200,000 deep [ENV-19][TRB-08]", async (_what, wrap) => {
    const engine = counterEngine();
    const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
    expect(await engine.handle(wrap(deep), "in")).toBe("dead_lettered:corrupt");
    const [letter] = await engine.openLetters();
    expect(letter?.errors).toMatchObject([
      { message: expect.stringContaining("nested too deeply") },
    ]);
    expect(JSON.stringify(letter?.envelope).length).toBeLessThan(1_000);
  });

  it("is processed for a payload with a key named __proto__, which is a key like any other", async () => {
    const engine = counterEngine();
    const text = encodeEnvelope(command("ADD", 7)).replace('"n":7', '"n":7,"__proto__":{"n":8}');
    expect(await engine.handle(text, "in")).toBe("processed");
    expect(await seenBy(engine)).toEqual([7]);
    expect(({} as { n?: unknown }).n).toBeUndefined();
  });

  it("shows no credential of a corrupt envelope in its letter [TRB-03][TRB-04]", async () => {
    const engine = counterEngine();
    const text = JSON.stringify({
      ...JSON.parse(encodeEnvelope(command("ADD"))),
      authorization: "Bearer hunter2-hunter2",
    });
    expect(await engine.handle(text, "in")).toBe("dead_lettered:corrupt");
    const [letter] = await engine.openLetters();
    expect(letter?.errors[0]?.message).toContain("looks credential-bearing");
    expect(letter?.redactedPaths).toContain("/authorization");
    expect(JSON.stringify(letter)).not.toContain("hunter2");
  });

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
