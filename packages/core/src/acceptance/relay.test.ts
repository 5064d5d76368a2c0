import { describe, expect, it } from "vitest";
import { createEnvelope } from "../envelope/create-envelope.ts";
import { decodeEnvelope } from "../envelope/decode-envelope.ts";
import { StoreUnavailableError } from "../kernel/errors.ts";
import { defineProject, type Project } from "../projects/define-project.ts";
import type { RelayPublish } from "../projects/project.ts";
import { createMemoryEngine } from "../testing/memory-engine.ts";

const EVENTS = 10;
const LEASE_MS = 10_000;

function relayProject(publish: RelayPublish): Project {
  return defineProject({
    name: "app",
    topics: [{ name: "events", onUnknown: "ignore" }],
    machines: [],
    routes: [],
    relays: [{ name: "to-broker", topic: "events", publish }],
  });
}

const upTo = (count: number) => Array.from({ length: count }, (_n, index) => index);

describe("a relay whose worker is killed in the middle of a batch", () => {
  it("leaves the rest waiting until its lease ends; another worker delivers it then, in order [TRB-21][LIM-01]", async () => {
    const arrived: number[] = [];
    const tries: number[] = [];
    let isDead = false;
    const publish: RelayPublish = async ({ envelope, attempt }) => {
      const { data } = decodeEnvelope(envelope) as { data?: { n?: number } };
      arrived.push(data?.n ?? -1);
      tries.push(attempt);
      isDead ||= arrived.length === 4;
    };
    const dying = createMemoryEngine(relayProject(publish), {
      workerId: "dying",
      wrapStores: (stores) => ({
        ...stores,
        lanes: {
          ...stores.lanes,
          commit: async (commits) => {
            if (isDead) throw new StoreUnavailableError("commit steps");
            return stores.lanes.commit(commits);
          },
        },
      }),
    });
    const { clock, database } = dying;
    await dying.publish(
      "events",
      ...upTo(EVENTS).map((n) => createEnvelope({ type: "t", subject: "s", data: { n } })),
    );
    await dying.runUntilQuiet().catch(() => undefined);
    expect(arrived).toEqual([0, 1, 2, 3]);

    const next = createMemoryEngine(relayProject(publish), { workerId: "next", clock, database });
    await next.runUntilQuiet();
    expect(arrived).toHaveLength(4);
    expect(await next.inspect.deliveries()).toHaveLength(EVENTS - 3);

    clock.advance(LEASE_MS);
    await next.runUntilQuiet();

    // The fourth had arrived, but nobody knew any more: it is offered once again.
    expect(arrived).toEqual([0, 1, 2, 3, 3, 4, 5, 6, 7, 8, 9]);
    expect(new Set(tries)).toEqual(new Set([1]));
    expect(await next.inspect.deliveries()).toEqual([]);
    expect(await next.inspect.letters()).toEqual([]);
  });
});
