import { describe, expect, it } from "vitest";
import { failing, sagaBench, startOf } from "../acceptance/saga-project.ts";
import { StoreUnavailableError } from "../kernel/errors.ts";
import { sagaBuilder } from "../sagas/saga-builder.ts";
import { createMemoryEngine } from "../testing/memory-engine.ts";

/** Less than the lease of a call, for the whole saga. */
const NO_LEASE_MS = 14_000;

const fulfil = () =>
  sagaBuilder("fulfil", { startEvent: "START" })
    .step("reserve", { invoke: "reserve", compensate: "release" })
    .step("charge", { invoke: "charge", compensate: "refund" })
    .step("ship", { invoke: "ship" });

describe("a run by hand", () => {
  it("finds the calls of a commit whose answer was lost, and waits for no lease", async () => {
    const bench = sagaBench(fulfil(), { ship: failing("no courier") });
    let commits = 0;
    const engine = createMemoryEngine(bench.project, {
      wrapStores: (stores) => ({
        ...stores,
        lanes: {
          ...stores.lanes,
          commit: async (steps) => {
            await stores.lanes.commit(steps);
            commits += 1;
            throw new StoreUnavailableError("commit steps");
          },
        },
      }),
    });
    await engine.publish("commands", startOf("fulfil"));
    await engine.advance(NO_LEASE_MS);

    expect((await engine.findInstance("fulfil", "o-1"))?.states).toEqual(["failed"]);
    expect(bench.calls.map((call) => call.split(" ")[0])).toEqual([
      "reserve",
      "charge",
      "ship",
      "refund",
      "release",
    ]);
    expect(commits).toBe(6);
  });
});
