import { describe, expect, it } from "vitest";
import { addTotals, countPlaywright, countVitest } from "./count-results.mjs";

describe("countVitest", () => {
  it("counts tests, and a file that could not be loaded as one failure", () => {
    const report = {
      numPassedTests: 7,
      numFailedTests: 1,
      numPendingTests: 2,
      numTodoTests: 1,
      testResults: [
        { status: "passed", assertionResults: [{ status: "passed" }] },
        { status: "failed", assertionResults: [{ status: "failed" }, { status: "passed" }] },
        { status: "failed", assertionResults: [] },
      ],
    };
    expect(countVitest(report)).toEqual({ passed: 7, failed: 2, skipped: 3 });
  });
});

describe("countPlaywright", () => {
  it("counts a test that passed only when repeated as failed", () => {
    const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 2 };
    expect(countPlaywright({ stats })).toEqual({ passed: 4, failed: 2, skipped: 2 });
  });
});

describe("addTotals", () => {
  it("adds up", () => {
    const one = { passed: 1, failed: 2, skipped: 3 };
    expect(addTotals(one, one)).toEqual({ passed: 2, failed: 4, skipped: 6 });
  });
});
