import { parseChart } from "@sagascope/core/charts";
import { describe, expect, it } from "vitest";
import { buildPreview } from "./action-preview.ts";
import type { ActionReport } from "./actions/report-words.ts";
import { makeMoment } from "./testing/make-instance.ts";

const moved = {
  outcome: "processed",
  transitions: [{ event: "done.invoke.reserve", from: "reserve", to: ["charge"] }],
  after: { states: ["charge"], status: "active" },
} as unknown as ActionReport;

describe("buildPreview", () => {
  it("is the instance's own chart with what would be taken", () => {
    const preview = buildPreview(makeMoment(), moved, undefined);
    expect(preview?.facts.activeStates).toEqual(["reserve"]);
    expect(preview?.plan).toEqual({ transitions: moved.transitions, states: ["charge"] });
  });

  it("is the other version, with the instance where it would stand", () => {
    const other = parseChart({ id: "fulfil", initial: "charge", states: { charge: {} } });
    const preview = buildPreview(makeMoment(), moved, other);
    expect(preview?.facts.graph.states.map(({ path }) => path)).toEqual(["", "charge"]);
    expect(preview?.facts.activeStates).toEqual(["charge"]);
    expect(preview?.plan).toBeUndefined();
  });

  it("is nothing where nothing would move", () => {
    expect(buildPreview(makeMoment(), { ...moved, outcome: "refused" }, undefined)).toBeUndefined();
  });
});
