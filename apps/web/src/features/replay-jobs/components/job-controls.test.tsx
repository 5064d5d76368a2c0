import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { drawWithAnswers } from "@/trpc/testing/draw-with-answers.tsx";
import type { Job } from "../job-words.ts";
import { JobControls } from "./job-controls.tsx";

const JOB = {
  ...{ id: "j-1", state: "running", dryRun: false, kind: "replay", letters: 9 },
  ...{ ratePerSecond: 5, parallel: 2, pauseShare: 0.2, canary: 0 },
} as unknown as Job;

const controls = (job: Job) => <JobControls job={job} mayChange roleName="responder" />;
const rate = () => screen.getByRole<HTMLInputElement>("textbox", { name: /Rate/ });
const atOnce = () => screen.getByRole<HTMLInputElement>("textbox", { name: /At once/ });

afterEach(cleanup);

describe("JobControls", () => {
  it("keeps a pace that is being typed when somebody else sets another, and shows theirs beside it", () => {
    const { draw } = drawWithAnswers(controls(JOB), {});
    rate().focus();
    fireEvent.change(rate(), { target: { value: "50" } });
    draw(controls({ ...JOB, ratePerSecond: 7, parallel: 4 }));
    expect(rate().value).toBe("50");
    expect(document.activeElement).toBe(rate());
    expect(atOnce().value).toBe("4");
  });

  it("sets what was typed, and leaves the focus where it was", async () => {
    const changed = { ...JOB, ratePerSecond: 50 };
    const { draw, callsOf } = drawWithAnswers(controls(JOB), {
      "replayJobs.setPace": () => changed,
    });
    rate().focus();
    fireEvent.change(rate(), { target: { value: "50" } });
    fireEvent.submit(rate().form as HTMLFormElement);
    await waitFor(() => expect(callsOf("replayJobs.setPace")).toHaveLength(1));
    expect(callsOf("replayJobs.setPace")[0]?.input).toEqual({
      ...{ id: "j-1", ratePerSecond: 50, parallel: 2 },
    });
    draw(controls(changed));
    expect(rate().value).toBe("50");
    expect(document.activeElement).toBe(rate());
  });
});
