import { describe, expect, it } from "vitest";
import type { RouterOutputs } from "../react.tsx";
import { joinSteps } from "./join-steps.ts";

type Page = RouterOutputs["instances"]["history"];

function makeStep(revision: number): Page["steps"][number] {
  return {
    ...{
      revision,
      chartId: 1,
      at: new Date(0),
      causeKind: "event",
      causeId: "e",
      phase: "running",
    },
    ...{ causeType: undefined, event: "TICK", transitions: [], entered: [], states: ["idle"] },
    ...{
      workerId: "w",
      changes: [],
      moreChanges: 0,
      unchanged: 0,
      published: [],
      morePublished: 0,
    },
  };
}

const tallied = (from: number): NonNullable<Page["earlier"]> => ({ visits: [], taken: [], from });
const page = (from: number, to: number, more: boolean) => ({
  steps: Array.from({ length: to - from + 1 }, (_, at) => makeStep(from + at)),
  more,
});
const revisions = ({ steps }: ReturnType<typeof joinSteps>) =>
  steps.map(({ revision }) => revision);

describe("joinSteps", () => {
  it("puts older pages before newer ones, each step once", () => {
    const joined = joinSteps(page(5, 6, true), [page(3, 5, true), page(1, 2, false)]);
    expect(revisions(joined)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(joined).toMatchObject({ more: false, isTorn: false });
  });

  it("leaves out what lies before a gap until the gap is read too", () => {
    const torn = joinSteps(page(7, 8, true), [page(3, 5, true)]);
    expect(revisions(torn)).toEqual([7, 8]);
    expect(torn).toMatchObject({ more: true, isTorn: true });
    const mended = joinSteps(page(7, 8, true), [page(3, 5, true), page(4, 6, true)]);
    expect(revisions(mended)).toEqual([3, 4, 5, 6, 7, 8]);
    expect(mended).toMatchObject({ more: true, isTorn: false });
  });

  it("counts what is older than the oldest step that follows on, and nothing twice", () => {
    const newest = { ...page(7, 8, true), earlier: tallied(1) };
    const older = { ...page(5, 6, true), earlier: tallied(2) };
    const gap = { ...page(1, 3, true), earlier: tallied(3) };
    expect(joinSteps(newest, []).earlier).toEqual(tallied(1));
    expect(joinSteps(newest, [older, gap]).earlier).toEqual(tallied(2));
    expect(joinSteps(newest, [older, page(1, 4, false)]).earlier).toBeUndefined();
  });

  it("is empty before anything was read", () => {
    expect(joinSteps(undefined, [])).toMatchObject({ steps: [], more: false });
  });
});
