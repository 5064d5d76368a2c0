import { describe, expect, it } from "vitest";
import { createOutboxQueue } from "../outbox/queue/outbox-queue.ts";
import { createOutboxRelay } from "../outbox/relay/outbox-relay.ts";
import { defineProject } from "../projects/define-project.ts";
import type { FeedDefinition } from "../projects/feed.ts";
import type { RelayDefinition } from "../projects/project.ts";
import { createMemoryOutbox } from "../stores/memory/outbox/memory-outbox.ts";

const { storage } = createMemoryOutbox();

describe("where events go", () => {
  it("is said by the setting, never guessed from what an object can do: a store that can publish as well is a store [OBX-12]", async () => {
    const outbox = createMemoryOutbox();
    outbox.add([{ topic: "t", payload: new TextEncoder().encode("x"), headers: {} }]);
    const calls: string[] = [];
    const both = { ...outbox.storage, add: () => [], publish: () => calls.push("store") };
    const publish = () => void calls.push("broker");

    await createOutboxRelay({ storage: both, publish }).runOnce();

    expect(calls).toEqual(["broker"]);
    expect(outbox.rows()).toMatchObject([{ status: "delivered" }]);
  });

  it.each<[string, object]>([
    ["relays[0].publish must be a function", { relays: [{ name: "r", topic: "t" }] }],
    ["feeds[0].sink must be a function, or have", { feeds: [{ name: "f", topic: "t", sink: {} }] }],
    ["feeds[0].sink must be a function, or have", { feeds: [{ name: "f", topic: "t" }] }],
  ])("is refused when a project is declared: %s [OBX-12]", (problem, fields) => {
    const places = fields as { relays?: RelayDefinition[]; feeds?: FeedDefinition[] };
    expect(() =>
      defineProject({ name: "p", topics: ["t"], machines: [], routes: [], ...places }),
    ).toThrow(problem);
  });

  it("is refused when a relay is made without a function [OBX-12]", () => {
    expect(() => createOutboxRelay({ storage, publish: {} as () => void })).toThrow(
      "publish must be a function, got object",
    );
  });
});

describe("a store of somebody's own", () => {
  const { claim: _claim, renew: _renew, ...unclaimed } = storage;

  it.each([
    ["relay", () => createOutboxRelay({ storage: unclaimed as typeof storage, publish: () => {} })],
    ["queue", () => createOutboxQueue({ storage: unclaimed as typeof storage })],
  ])(
    "is refused for a %s where it cannot claim: several at once would hand on the same [LIM-03]",
    (_what, make) => {
      expect(make).toThrow("storage lacks claim, renew");
    },
  );
});
