import { describe, expect, it } from "vitest";
import { letterEnvelope } from "../dead-letters/letter-envelope.ts";
import type { BatchResult } from "../dispatcher/batch.ts";
import { decodeEnvelope } from "../envelope/decode-envelope.ts";
import type { Envelope } from "../envelope/envelope.ts";
import { defineProject } from "../projects/define-project.ts";
import { letterTopic } from "../projects/letter-topic.ts";
import { createMemoryEngine } from "../testing/memory-engine.ts";
import { ANY_WAIT_MS, command, counter, counterProject, seenBy } from "./counter.ts";

describe("watching an engine", () => {
  it("in its process is one thing, and what it misses or breaks is lost; a consumer of the outbox misses nothing [EXA-16]", async () => {
    const taken: string[] = [];
    const { topics, machines, routes, name } = counterProject();
    const project = defineProject({
      name,
      topics,
      machines: machines.map((machine) => ({
        ...machine,
        chart: {
          ...(counter.chart as object),
          states: {
            open: { on: { ADD: { actions: ["append"], meta: { publish: "counter.added" } } } },
          },
        },
      })),
      routes: routes.filter(({ type }) => type.endsWith("ADD")),
      relays: [
        {
          name: "outbox-reader",
          topic: "events",
          publish: async ({ envelope }) => {
            taken.push(decodeEnvelope(envelope).causationid ?? "");
          },
        },
      ],
    });
    const watched: string[] = [];
    const watcher = createMemoryEngine(project, {
      workerId: "watched",
      onResult: ({ kind }: BatchResult) => {
        watched.push(kind);
        throw new Error("the observer is broken");
      },
    });
    const { clock, database } = watcher;
    const unwatched = createMemoryEngine(project, { workerId: "unwatched", clock, database });

    const sent: Envelope[] = [];
    for (const engine of [watcher, unwatched, watcher]) {
      const envelope = command("ADD", sent.length);
      sent.push(envelope);
      await engine.publish("in", envelope);
      await engine.advance(ANY_WAIT_MS);
    }

    expect(await seenBy(watcher)).toEqual([0, 1, 2]);
    expect(taken).toEqual(sent.map(({ id }) => id));
    expect(watched.length).toBeGreaterThan(0);
    expect(watched.length).toBeLessThan(2 * sent.length);
  });
});

describe("a dead letter", () => {
  it("can be announced on a topic of its own once it is written, redacted [PUB-05][DLQ-10]", async () => {
    const announcements: Promise<unknown>[] = [];
    const { topics, machines, routes, name } = counterProject();
    const project = defineProject({
      name,
      machines,
      routes,
      topics: [...topics, { name: letterTopic("in"), onUnknown: "ignore" }],
    });
    const engine = createMemoryEngine(project, {
      onResult: (result) => {
        if (result.kind !== "committed") return;
        for (const letter of result.plan.commit?.deadLetters ?? []) {
          const topic = letterTopic(letter.topic ?? "");
          announcements.push(engine.publish(topic, letterEnvelope(letter)));
        }
      },
    });
    const poison = command("POISON", { password: "hunter2" }, "k");
    await engine.handle(poison);
    await engine.advance(ANY_WAIT_MS);
    await Promise.all(announcements);

    const announced = (await engine.inspect.events()).filter(({ topic }) => topic === "in.dlq");
    expect(announced).toMatchObject([{ type: "xsm.deadletter", subject: "k" }]);
    expect(announced[0]?.envelope).not.toContain("hunter2");
    const { data, causationid } = decodeEnvelope(announced[0]?.envelope ?? "");
    const [letter] = await engine.openLetters();
    expect(data).toMatchObject({ id: letter?.id, reason: "max_attempts", attempts: 3 });
    expect(causationid).toBe(poison.id);
  });
});
