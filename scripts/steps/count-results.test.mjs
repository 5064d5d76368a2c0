import { describe, expect, it } from "vitest";
import {
  addTotals,
  countPlaywright,
  countVitest,
  listPlaywrightFailures,
  listPlaywrightSkips,
  listVitestFailures,
  listVitestSkips,
} from "./count-results.mjs";

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

describe("listVitestFailures", () => {
  it("names each failed test with the first line of its error, and a file that could not be loaded", () => {
    const failed = { status: "failed", fullName: "adds up", failureMessages: ["Error: 3\n  at x"] };
    const report = {
      testResults: [
        { name: "a.test.ts", status: "passed", assertionResults: [{ status: "passed" }] },
        { name: "b.test.ts", status: "failed", assertionResults: [{ status: "passed" }, failed] },
        { name: "c.test.ts", status: "failed", message: "no such module\nb", assertionResults: [] },
      ],
    };
    expect(listVitestFailures(report)).toEqual([
      "b.test.ts > adds up: Error: 3",
      "c.test.ts: no such module",
    ]);
  });
});

describe("listPlaywrightFailures", () => {
  it("names each failed test, however deep, and what went wrong outside of them", () => {
    const spec = (title, status) => ({
      ...{ title, file: "a.spec.ts" },
      tests: [{ status, results: [{}, { error: { message: "Error: gone\nmore" } }] }],
    });
    const report = {
      suites: [
        { specs: [spec("ok", "expected")], suites: [{ specs: [spec("breaks", "unexpected")] }] },
      ],
      errors: [{ message: "no house\nmore" }],
    };
    expect(listPlaywrightFailures(report)).toEqual(["a.spec.ts > breaks: Error: gone", "no house"]);
  });
});

describe("listVitestSkips", () => {
  it("names each test that is counted as skipped, in whatever file", () => {
    const test = (fullName, status) => ({ fullName, status });
    const report = {
      ...{ numPassedTests: 1, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 },
      testResults: [
        { name: "a.test.ts", assertionResults: [test("runs", "passed"), test("waits", "skipped")] },
        {
          name: "b.test.ts",
          assertionResults: [test("breaks", "failed"), test("rests", "pending")],
        },
        { name: "c.test.ts", assertionResults: [test("comes later", "todo")] },
      ],
    };
    const skips = listVitestSkips(report);
    expect(skips).toEqual(["a.test.ts > waits", "b.test.ts > rests", "c.test.ts > comes later"]);
    expect(skips).toHaveLength(countVitest(report).skipped);
  });
});

describe("listPlaywrightSkips", () => {
  it("names each test that is counted as skipped, however deep and in each browser", () => {
    const spec = (title, ...statuses) => ({
      ...{ title, file: "a.spec.ts" },
      tests: statuses.map((status) => ({ status, results: [] })),
    });
    const report = {
      stats: { expected: 2, unexpected: 0, flaky: 0, skipped: 3 },
      suites: [
        {
          specs: [spec("ok", "expected", "skipped")],
          suites: [{ specs: [spec("rests", "skipped", "skipped"), spec("runs", "expected")] }],
        },
      ],
    };
    const skips = listPlaywrightSkips(report);
    expect(skips.sort()).toEqual(["a.spec.ts > ok", "a.spec.ts > rests", "a.spec.ts > rests"]);
    expect(skips).toHaveLength(countPlaywright(report).skipped);
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
