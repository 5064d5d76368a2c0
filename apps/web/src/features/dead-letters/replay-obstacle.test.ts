import { describe, expect, it } from "vitest";
import { replayObstacle } from "./replay-obstacle.ts";
import type { CommandAnswer, Report } from "./report-words.ts";

const answerOf = (outcome: Report["outcome"]) =>
  ({ report: { outcome } }) as unknown as CommandAnswer;
const FORM = {
  way: "replay",
  reason: "mail v4 is out",
  dryRun: { answer: answerOf("processed"), isRunning: false },
  isUnderWay: false,
} as const;

describe("replayObstacle", () => {
  it("lets a replay through once there is a reason and a dry run that was not refused", () => {
    expect(replayObstacle(FORM)).toBeUndefined();
  });

  it.each([
    [{ reason: "  \n" }, "Give a reason."],
    [{ isUnderWay: true }, "Under way."],
    [{ dryRun: { answer: undefined, isRunning: true } }, "Waits for the dry run."],
    [{ dryRun: { answer: undefined, isRunning: false } }, "Waits for the dry run."],
    [{ dryRun: { answer: answerOf("processed"), isRunning: true } }, "Waits for the dry run."],
    [{ dryRun: { answer: answerOf("refused"), isRunning: false } }, "The dry run was refused."],
  ] as const)("holds a replay back: %j", (part, words) => {
    expect(replayObstacle({ ...FORM, ...part })).toBe(words);
  });

  it("asks no dry run of what sends nothing, but a reason", () => {
    const resolve = {
      ...FORM,
      way: "resolve",
      dryRun: { answer: undefined, isRunning: false },
    } as const;
    expect(replayObstacle(resolve)).toBeUndefined();
    expect(replayObstacle({ ...resolve, reason: "" })).toBe("Give a reason.");
  });
});
