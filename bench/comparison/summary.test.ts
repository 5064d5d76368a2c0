import { describe, expect, it } from "vitest";
import { formatSummary } from "./format-summary.ts";
import type { Task } from "./measurement.ts";
import { summarize, type Trial } from "./summary.ts";

const DRAIN: Task = { figure: "drain", count: 1_000, atOnce: 50 };
const IDLE: Task = { figure: "idle", count: 3, atOnce: 50 };

function trial(contender: string, round: number, measured: object, task = DRAIN): Trial {
  const measurement = { seconds: 1, clientCpuSeconds: 0.5, timesMs: [], ...measured };
  return {
    contender,
    isOurs: contender === "ours",
    task,
    round,
    loadBefore: 0,
    outcome: { kind: "measured", measurement },
  };
}

function failure(contender: string, round: number, problem: string): Trial {
  return { ...trial(contender, round, {}), outcome: { kind: "failed", problem } };
}

describe("summarize", () => {
  it("tells the median and the ends of what the rounds gave", () => {
    const trials = [1, 4, 2].map((seconds, index) => trial("ours", index + 1, { seconds }));
    const [ours] = summarize(DRAIN, trials).contenders;
    expect(ours?.readings.perSecond).toEqual({ median: 500, min: 250, max: 1_000 });
    expect(ours?.readings.cpuHereUs?.median).toBe(500);
  });

  it("compares ours with the peer of the highest rate, round by round", () => {
    const trials = [
      trial("ours", 1, { seconds: 1 }),
      trial("slow", 1, { seconds: 4 }),
      trial("fast", 1, { seconds: 2 }),
      trial("ours", 2, { seconds: 2 }),
      trial("slow", 2, { seconds: 8 }),
      trial("fast", 2, { seconds: 8 }),
    ];
    const { ratios } = summarize(DRAIN, trials);
    expect(ratios).toEqual([
      { reading: "perSecond", peer: "fast", spread: { median: 3, min: 2, max: 4 } },
    ]);
  });

  it("compares ours with the peer of the shortest times", () => {
    const trials = [
      trial("ours", 1, { timesMs: [1, 2, 3] }, IDLE),
      trial("quick", 1, { timesMs: [2, 4, 6] }, IDLE),
      trial("slow", 1, { timesMs: [20, 40, 60] }, IDLE),
    ];
    const [p50] = summarize(IDLE, trials).ratios;
    expect(p50).toMatchObject({ reading: "p50Ms", peer: "quick", spread: { median: 0.5 } });
  });

  it("does not compare with a peer whose marks are not durable", () => {
    const trials = [
      trial("ours", 1, {}),
      trial("forgetful", 1, { seconds: 0.1, notDurable: "it writes nothing" }),
      trial("peer", 1, { seconds: 2 }),
    ];
    expect(summarize(DRAIN, trials).ratios.map(({ peer }) => peer)).toEqual(["peer"]);
  });

  it("leaves a failed round out of the figures and of the ratios, and keeps why", () => {
    const trials = [
      trial("ours", 1, {}),
      trial("peer", 1, { seconds: 2 }),
      trial("ours", 2, {}),
      failure("peer", 2, "connection refused"),
    ];
    const { contenders, ratios } = summarize(DRAIN, trials);
    expect(contenders[1]).toMatchObject({ problems: ["connection refused"] });
    expect(contenders[1]?.readings.perSecond).toEqual({ median: 500, min: 500, max: 500 });
    expect(ratios[0]?.spread).toEqual({ median: 2, min: 2, max: 2 });
  });

  it("has no ratio where no peer offers the figure", () => {
    expect(summarize(DRAIN, [trial("ours", 1, {})]).ratios).toEqual([]);
  });

  it("has no reading of a server that cannot be seen", () => {
    const [ours] = summarize(DRAIN, [trial("ours", 1, {})]).contenders;
    expect(ours?.readings.cpuServerUs).toBeUndefined();
  });
});

describe("formatSummary", () => {
  it("is a table with ours against the best peer below, and then what has to be known", () => {
    const trials = [
      trial("ours", 1, { serverCpuSeconds: 0.25 }),
      trial("peer", 1, { seconds: 2 }),
      trial("forgetful", 1, { notDurable: "it writes nothing" }),
      failure("broken", 1, "no such host"),
    ];
    expect(formatSummary(summarize(DRAIN, trials)).split("\n")).toEqual([
      "drain: 1,000 waiting messages, a handler that does nothing, each durably marked",
      "                  per second             processor here, µs each  in the server, µs each",
      "ours              1,000 (1,000 – 1,000)  500                      250",
      "peer              500 (500 – 500)        500                      –",
      "forgetful         1,000 (1,000 – 1,000)  500                      –",
      "broken            –                      –                        –",
      "ours ÷ best peer  2.00 (2.00 – 2.00)",
      "best peer         peer",
      "  forgetful is not compared: not durable, it writes nothing",
      "  broken failed: no such host",
    ]);
  });
});
