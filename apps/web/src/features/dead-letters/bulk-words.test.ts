import { describe, expect, it } from "vitest";
import {
  bulkObstacle,
  handOverWords,
  leftOutWords,
  outcomeLines,
  titleWords,
} from "./bulk-words.ts";

const done = { letters: 209, open: 0, waiting: 0, state: "done" } as const;
const form = (changes: Partial<Parameters<typeof bulkObstacle>[0]> = {}) =>
  bulkObstacle({
    selection: { purpose: "replay", letters: 209 },
    reason: "the bank is back",
    typed: "209",
    rehearsal: done,
    isPending: false,
    numbersFit: true,
    ...changes,
  });

describe("bulkObstacle", () => {
  it("lets a replay go once reason, count and dry run are there", () => {
    expect(form()).toBeUndefined();
    expect(form({ typed: " 209 " })).toBeUndefined();
  });

  it.each([
    [{ reason: "  " }, "Give a reason."],
    [{ typed: "210" }, "Type 209 to go on."],
    [{ rehearsal: undefined }, "Waits for the dry run."],
    [
      { rehearsal: { ...done, state: "running", waiting: 9 } as const },
      "Waits until 209 are rehearsed.",
    ],
    [{ numbersFit: false }, "A number above does not fit."],
    [{ selection: { purpose: "replay", letters: 0 } as const }, "There is no such letter."],
    [
      { selection: { purpose: "archive", letters: 10_001 } as const },
      "At most 10,000 at once: narrow the filter.",
    ],
  ])("says what is missing: %j", (changes, words) => {
    expect(form(changes)).toBe(words);
  });

  it("asks for no count up to a hundred letters, and rehearses a part of very many", () => {
    const few = { purpose: "resolve", letters: 100 } as const;
    expect(form({ selection: few, typed: "", rehearsal: undefined })).toBeUndefined();
    const many = { purpose: "replay", letters: 50_000 } as const;
    const rehearsal = { letters: 50_000, open: 0, waiting: 49_000, state: "running" } as const;
    expect(form({ selection: many, typed: "50,000", rehearsal })).toBeUndefined();
  });
});

describe("words about a selection", () => {
  it("name verb and count, and what is left out", () => {
    expect(titleWords({ purpose: "replay", letters: 1 })).toBe("Replay 1 letter for real");
    expect(titleWords({ purpose: "resolve", letters: 2 })).toBe(
      "Resolve 2 letters without a replay",
    );
    expect(leftOutWords({ state: 3 })).toEqual([
      "3 captured from chart states: resume their instances instead",
    ]);
  });

  it("say what a dry run cannot know of relays and feeds, where there are such letters", () => {
    const kinds = (...sources: string[]) => ({ kinds: sources.map((source) => ({ source })) });
    expect(handOverWords(kinds("envelope", "effect"))).toBeUndefined();
    for (const selection of [kinds("envelope", "relay"), kinds("feed"), {}]) {
      expect(handOverWords(selection)).toContain("cannot know whether it takes them");
    }
  });

  it("list what a rehearsal came to, the good first, and what this version does not know as it is", () => {
    const lines = outcomeLines({ outcomes: { refused: 2, odd: 1, processed: 5 }, skipped: 1 });
    expect(lines.map(({ label, count }) => [label, count])).toContainEqual(["odd", 1]);
    expect(lines.map(({ outcome }) => outcome).slice(-1)).toEqual(["skipped"]);
    expect(lines.findIndex(({ outcome }) => outcome === "processed")).toBeLessThan(
      lines.findIndex(({ outcome }) => outcome === "refused"),
    );
  });
});
