import { describe, expect, it } from "vitest";
import { joinSteps } from "./join-steps.ts";
import { makeStep } from "./testing/make-instance.ts";

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

  it("is empty before anything was read", () => {
    expect(joinSteps(undefined, [])).toMatchObject({ steps: [], more: false });
  });
});
