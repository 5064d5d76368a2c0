import { describe, expect, it } from "vitest";
import {
  filterWords,
  itemLook,
  type Job,
  jobTitle,
  pauseWords,
  stateLook,
  whichOptions,
} from "./job-words.ts";
import { speedOf } from "./use-speed.ts";

describe("words about a job", () => {
  it("say what it does, and how it stands", () => {
    expect(jobTitle({ kind: "replay", dryRun: true, letters: 1 })).toBe("Rehearsal of 1 letter");
    expect(jobTitle({ kind: "resolve", dryRun: false, letters: 209 })).toBe(
      "Resolution of 209 letters",
    );
    expect(stateLook({ state: "running", canaryPassed: false, open: 5 }).label).toBe("Canary");
    expect(stateLook({ state: "running", canaryPassed: true, open: 5 }).label).toBe("Running");
    expect(pauseWords({ pauseShare: 0.2 })).toBe("when more than 20 % fail");
    expect(pauseWords({ pauseShare: 1 })).toBe("never by itself");
  });

  it("say of a letter what it came to, or would", () => {
    const refused = { state: "failed", outcome: "refused" };
    expect(itemLook(refused, { kind: "replay", dryRun: true }).label).toBe("would be refused");
    expect(itemLook(refused, { kind: "replay", dryRun: false }).label).toBe("refused");
    const done = { state: "succeeded", outcome: "processed" };
    expect(itemLook(done, { kind: "resolve", dryRun: false }).label).toBe("resolved");
    expect(
      itemLook({ state: "held", outcome: null }, { kind: "replay", dryRun: false }).label,
    ).toBe("held back");
  });

  it("name the filter that is chosen, also one that only a link chooses, and one that finds nothing by now", () => {
    const job = {
      ...{ kind: "replay", dryRun: true, letters: 9, succeeded: 5, failed: 1, held: 2 },
      ...{ skipped: 1, open: 0, waiting: 0 },
    } as unknown as Job;
    const labels = (chosen: Parameters<typeof whichOptions>[1]) =>
      whichOptions(job, chosen).map(({ label }) => label);
    expect(labels("notThrough")).toContain("Not through 4");
    expect(labels("all")).not.toContain("Not through 4");
    expect(labels("waiting")).toContain("Waiting 0");
    expect(labels("all")).not.toContain("Waiting 0");
  });

  it("say what the letters were found by", () => {
    expect(filterWords({})).toBe("every open letter");
    expect(filterWords({ consumer: "mail", ids: 3 })).toBe("machine mail, chosen by hand: 3");
  });
});

describe("speedOf", () => {
  it("is not known from one look, nor from two at once", () => {
    expect(speedOf([{ atMs: 0, ended: 5 }])).toBeUndefined();
    expect(
      speedOf([
        { atMs: 0, ended: 5 },
        { atMs: 500, ended: 9 },
      ]),
    ).toBeUndefined();
    expect(
      speedOf([
        { atMs: 0, ended: 5 },
        { atMs: 2_000, ended: 25 },
      ]),
    ).toBe(10);
  });
});
