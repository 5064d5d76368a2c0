import { describe, expect, it } from "vitest";
import { createEnvelope } from "../envelope/create-envelope.ts";
import { defineProject } from "../projects/define-project.ts";
import { toBroker } from "../projects/intake.ts";
import { createFakeBroker } from "../testing/fake-broker.ts";
import { createMemoryEngine } from "../testing/memory-engine.ts";

describe("dead letters on a topic", () => {
  it("are announced on <topic>.dlq where a project asks for it, redacted, and go to a broker from there", async () => {
    const broker = createFakeBroker();
    const project = defineProject({
      ...{ name: "shop", machines: [], routes: [], announceLetters: ["orders"] },
      topics: ["orders", "quiet", "orders.dlq"],
      relays: [{ name: "letters", topic: "orders.dlq", publish: toBroker(broker) }],
    });
    const engine = createMemoryEngine(project);
    const sent = createEnvelope({ type: "nobody.knows", subject: "o-1", data: { cvv: "987" } });
    await engine.publish("orders", sent);
    await engine.publish("quiet", createEnvelope({ type: "nobody.knows", subject: "o-2" }));
    await engine.runUntilQuiet();

    expect(broker.publishedOn("orders.dlq")).toMatchObject([
      { type: "xsm.deadletter", subject: "o-1", causationid: sent.id },
    ]);
    expect(JSON.stringify(broker.published)).not.toContain("987");
    expect(broker.topics()).toEqual(["orders.dlq"]);
    expect(await engine.openLetters()).toHaveLength(2);
  });

  it("need their topic among the project's", () => {
    const settings = { name: "shop", machines: [], routes: [], announceLetters: ["orders"] };
    expect(() => defineProject({ ...settings, topics: ["orders"] })).toThrow(
      /announceLetters\[0\] 'orders.dlq' is not among the topics/,
    );
  });
});

describe("a relay to a broker", () => {
  const projectOf = (broker: ReturnType<typeof createFakeBroker>) =>
    defineProject({
      ...{ name: "shop", machines: [], routes: [], topics: ["events"] },
      relays: [{ name: "out", topic: "events", publish: toBroker(broker, "shop.events") }],
    });

  it("publishes what was sent, byte by byte, in order [BRK-11][RLY-01]", async () => {
    const broker = createFakeBroker();
    const engine = createMemoryEngine(projectOf(broker));
    const envelopes = [1, 2, 3].map((n) =>
      createEnvelope({
        ...{ type: "t", subject: "o-1", data: { n } },
        extensions: { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" },
      }),
    );
    await engine.publish("events", ...envelopes);
    await engine.runUntilQuiet();
    expect(broker.publishedOn("shop.events")).toStrictEqual(envelopes);
  });

  it("counts no attempt against an envelope while the broker is down [RLY-05][BRK-10]", async () => {
    const broker = createFakeBroker();
    const engine = createMemoryEngine(projectOf(broker));
    const outages = 20; // more than any envelope has attempts
    broker.failNextPublish(undefined, outages);
    await engine.publish("events", createEnvelope({ type: "t", subject: "o-1" }));
    for (let tries = 0; tries <= outages; tries += 1) {
      await engine.runOnce();
      await engine.advance(1_000);
    }
    expect(broker.publishedOn("shop.events")).toHaveLength(1);
    expect(await engine.openLetters()).toEqual([]);
  });
});
