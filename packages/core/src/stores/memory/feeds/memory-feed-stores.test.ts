import { describe, expect, it } from "vitest";
import { feedStoresContract } from "../../../feeds/feed-stores.contract.ts";
import {
  feedProject,
  numbered,
  partitionOf,
  partsOf,
} from "../../../testing/feed-contract-stores.ts";
import { makeMemoryFeedStores } from "../../../testing/memory-feed-contract.ts";

describe("memoryFeedStores", () => {
  feedStoresContract({ makeStores: makeMemoryFeedStores });

  it("hold nothing beyond their process: after a restart the whole backlog comes again [OBX-52][LIM-16]", async () => {
    const run = async () => {
      const under = await makeMemoryFeedStores();
      await under.register(feedProject({ name: "all" }));
      await under.publish("events", numbered("a", 1));
      const { source, cursors, leases } = partsOf(under.storesOf("first"));
      await source.advance("events");
      const fence = await leases.acquire(partitionOf("all"), 30_000);
      const before = await cursors.read(partitionOf("all"), fence);
      await cursors.advance(partitionOf("all"), { position: 1n, fence });
      return { before, leads: fence !== undefined };
    };
    expect([await run(), await run()]).toEqual([
      { before: undefined, leads: true },
      { before: undefined, leads: true },
    ]);
  });
});
