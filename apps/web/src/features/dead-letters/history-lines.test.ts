import { describe, expect, it } from "vitest";
import { historyLines } from "./history-lines.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 7, 21, 14, minute));

const command = (minute: number, fields: object = {}) => ({
  id: `c-${minute}`,
  kind: "replay",
  dryRun: true,
  force: false,
  reason: null,
  actor: "mara",
  status: "done",
  outcome: "processed",
  requestedAt: at(minute),
  finishedAt: at(minute),
  ...fields,
});
const occurrence = (number: number, minute: number, attempts = 5) => ({
  number,
  at: at(minute),
  reason: "max_attempts",
  attempts,
  lastError: undefined,
});
const NOTHING = { occurrences: [], commands: [], audit: [], more: false };
const textsOf = (history: object) =>
  historyLines({ ...NOTHING, ...history }, { source: "envelope", sealKeyId: "k3" }).map(
    ({ actor, text }) => [actor, text],
  );

describe("historyLines", () => {
  it("tells captures and requests in the order they happened", () => {
    const history = {
      occurrences: [occurrence(2, 9, 1), occurrence(1, 1)],
      commands: [
        command(8, { dryRun: false, reason: "mail v4 is out", outcome: "dead_lettered" }),
        command(5),
      ],
    };
    expect(textsOf(history)).toEqual([
      [
        undefined,
        "Captured after attempt 5: every attempt failed. The original is sealed with key k3.",
      ],
      ["mara", "ran a dry run: would be processed"],
      ["mara", "replayed it: failed again"],
      [undefined, "Came back after attempt 1: every attempt failed."],
    ]);
  });

  it("folds equal dry runs that follow each other, and no others", () => {
    const commands = [
      command(6),
      command(5),
      command(4, { actor: "jonas" }),
      command(3, { outcome: "refused" }),
      command(2),
    ];
    expect(textsOf({ commands })).toEqual([
      ["mara", "ran a dry run: would be processed"],
      ["mara", "ran a dry run: would be refused"],
      ["jonas", "ran a dry run: would be processed"],
      ["mara", "ran 2 dry runs: would be processed"],
    ]);
  });

  it("says what waits and what is under way", () => {
    const commands = [
      command(4, { dryRun: false, status: "running", outcome: "retrying", finishedAt: null }),
      command(3, { status: "waiting", outcome: null, finishedAt: null }),
      command(2, { kind: "resolve", dryRun: false, outcome: "processed" }),
    ];
    expect(textsOf({ commands }).map(([, text]) => text)).toEqual([
      "resolved it without a replay: done",
      "ran a dry run: waits for a worker",
      "replayed it: being tried again",
    ]);
  });

  it("adds audit rows only for what no listed command tells", () => {
    const audit = [
      {
        seq: "2",
        at: at(3),
        actor: "cli",
        action: "replay",
        reason: "why",
        outcome: "refused",
        commandId: "gone",
      },
      {
        seq: "1",
        at: at(2),
        actor: "mara",
        action: "replay",
        reason: "x",
        outcome: "processed",
        commandId: "c-2",
      },
    ];
    expect(textsOf({ audit, commands: [command(2, { dryRun: false })] })).toEqual([
      ["mara", "replayed it: processed"],
      ["cli", "replay: refused"],
    ]);
  });
});
