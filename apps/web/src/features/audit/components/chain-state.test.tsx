import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { drawWithAnswers, refusal } from "@/trpc/testing/draw-with-answers.tsx";
import { ChainState } from "./chain-state.tsx";
import { LastCheck } from "./last-check.tsx";

const gone = () => {
  throw refusal("INTERNAL_SERVER_ERROR", "the database did not answer");
};
const WHOLE = { checked: 12, isPartial: false, brokenSeq: undefined, checkedAt: new Date(0) };

afterEach(cleanup);

describe("ChainState", () => {
  it("says beside what it knew that it could not be checked since", async () => {
    let answer = (): unknown => WHOLE;
    const { readAgain } = drawWithAnswers(<ChainState />, {
      "audit.verification": () => answer(),
    });
    await screen.findByText(/All 12 rows fit the chain/);
    expect(screen.queryByText(/not since/)).toBeNull();
    answer = gone;
    await readAgain();
    expect(await screen.findByText(/not since: the database did not answer/)).toBeDefined();
  });
});

describe("LastCheck", () => {
  it("tells a check that could not be read from none", async () => {
    drawWithAnswers(<LastCheck />, { "audit.lastCheck": gone });
    expect(await screen.findByText(/could not be read: the database did not answer/)).toBeDefined();
    expect(screen.queryByText(/Nobody/)).toBeNull();
  });
});
