import type { ReplayReport } from "@sagascope/core";
import { describe, expect, it } from "vitest";
import { readConsent, throwUnlessDone } from "./ask-worker.ts";
import { CommandFailedError, UsageError } from "./errors.ts";

const report = (change: Partial<ReplayReport>): ReplayReport => ({
  letterId: "l",
  dryRun: false,
  at: "2026-11-29T14:31:52.010Z",
  outcome: "processed",
  refusals: [],
  warnings: [],
  checks: [],
  subject: "order-42",
  transitions: [],
  effects: [],
  publications: [],
  timers: [],
  contextChanges: [],
  branches: [],
  ...change,
});

describe("readConsent", () => {
  it("is a dry run unless all is said that a real one needs [CLI-05]", () => {
    expect(readConsent({})).toEqual({ dryRun: true });
    expect(readConsent({ "no-dry-run": true, yes: true, reason: "card is back" })).toEqual({
      dryRun: false,
      reason: "card is back",
    });
  });

  it.each([
    [{ "no-dry-run": true }, "without --yes"],
    [{ "no-dry-run": true, reason: "r" }, "without --yes"],
    [{ "no-dry-run": true, yes: true }, "--reason"],
    [{ "no-dry-run": true, yes: true, reason: "  " }, "--reason"],
    [{ yes: true }, "--yes needs --no-dry-run"],
  ])("refuses %j [CLI-05]", (options, problem) => {
    expect(() => readConsent(options)).toThrow(problem);
    expect(() => readConsent(options)).toThrow(UsageError);
  });
});

describe("throwUnlessDone", () => {
  it.each(["processed", "duplicate"] as const)(
    "is content with a real one that was %s",
    (outcome) => {
      expect(() => throwUnlessDone("replay", report({ outcome }))).not.toThrow();
    },
  );

  it("is content with a dry run whatever it foretells", () => {
    expect(() =>
      throwUnlessDone("replay", report({ dryRun: true, outcome: "dead_lettered" })),
    ).not.toThrow();
  });

  it("says why a real one could not be carried out", () => {
    const failed = report({ refusals: ["the instance kept moving: try again"] });
    expect(() => throwUnlessDone("skip", { ...failed, outcome: "ignored" })).toThrow(
      "the skip ended as ignored: the instance kept moving: try again",
    );
  });

  it("fails a real one that came out as anything else", () => {
    const failed = report({ outcome: "dead_lettered", error: { name: "E", message: "boom" } });
    expect(() => throwUnlessDone("replay", failed)).toThrow(CommandFailedError);
    expect(() => throwUnlessDone("replay", failed)).toThrow(
      "the replay ended as dead_lettered: boom",
    );
  });

  it("says of a refusal that force would lift that it would", () => {
    const checks = [
      { name: "Structure", ok: false, detail: "structure changed", forcible: true as const },
    ];
    const refused = report({ outcome: "refused", refusals: ["structure changed"], checks });
    expect(() => throwUnlessDone("replay", refused)).toThrow(
      "refused: structure changed (use --force",
    );
    expect(() =>
      throwUnlessDone("replay", report({ outcome: "refused", refusals: ["gone"] })),
    ).toThrow(/^refused: gone$/);
  });
});
