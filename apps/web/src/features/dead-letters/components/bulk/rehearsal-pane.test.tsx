import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { drawWithAnswers, refusal } from "@/trpc/testing/draw-with-answers.tsx";
import type { Job, Selection } from "../../bulk-words.ts";
import { RehearsalPane } from "./rehearsal-pane.tsx";

const SELECTION = { id: "s-1", letters: 3 } as unknown as Selection;
const JOB = {
  ...{ id: "j-1", state: "running", letters: 3, open: 0, waiting: 1, skipped: 0, held: 0 },
  ...{ failed: 2, succeeded: 0, outcomes: { refused: 2 }, createdAt: new Date(0) },
} as unknown as Job;

afterEach(cleanup);

describe("RehearsalPane", () => {
  it("says that it could not read why letters would not come through, instead of giving no reason", async () => {
    let answer = (): unknown => [{ why: "version moved from 3 to 4", outcome: "refused" }];
    const { readAgain } = drawWithAnswers(
      <RehearsalPane selection={SELECTION} rehearsal={JOB} error={undefined} onAgain={() => {}} />,
      { "replayJobs.items": () => answer() },
    );
    await screen.findByText("Version moved from 3 to 4");
    expect(screen.queryByRole("alert")).toBeNull();
    answer = () => {
      throw refusal("INTERNAL_SERVER_ERROR", "the database did not answer");
    };
    await readAgain();
    expect((await screen.findByRole("alert")).textContent).toContain(
      "Why could not be read anew: the database did not answer.",
    );
  });
});
