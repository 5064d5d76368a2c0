import type { Measurement, Task } from "./measurement.ts";
import { COMPARED, isMoreBetter, PROCESSOR, type Reading, read } from "./readings.ts";
import { type Spread, spreadOf } from "./statistics.ts";

/** What became of one contender's turn in one round. */
export interface Trial {
  readonly contender: string;
  readonly isOurs: boolean;
  readonly task: Task;
  readonly round: number;
  /** Load of the machine when the turn began, as an average of one minute. */
  readonly loadBefore: number;
  readonly outcome:
    | { readonly kind: "measured"; readonly measurement: Measurement }
    | { readonly kind: "failed"; readonly problem: string };
}

/** One contender's readings over all rounds of a task. */
export interface ContenderSummary {
  readonly contender: string;
  readonly isOurs: boolean;
  readonly readings: Readonly<Partial<Record<Reading, Spread>>>;
  /** Why its marks are not durable; empty if they are. */
  readonly notDurable: readonly string[];
  readonly problems: readonly string[];
}

/** Ours divided by the best peer's, in each round in which both were measured. */
export interface Ratio {
  readonly reading: Reading;
  readonly peer: string;
  readonly spread: Spread;
}

export interface TaskSummary {
  readonly task: Task;
  readonly contenders: readonly ContenderSummary[];
  readonly ratios: readonly Ratio[];
}

/** Bring the trials of one task together. */
export function summarize(task: Task, trials: readonly Trial[]): TaskSummary {
  const names = [...new Set(trials.map(({ contender }) => contender))];
  const contenders = names.map((name) =>
    summarizeContender(trials.filter(({ contender }) => contender === name)),
  );
  const ratios = COMPARED[task.figure].flatMap((reading) => {
    const peer = bestPeer(reading, contenders);
    const ours = contenders.find(({ isOurs }) => isOurs)?.contender;
    return peer === undefined || ours === undefined ? [] : ratioOf(reading, trials, ours, peer);
  });
  return { task, contenders, ratios };
}

/** @param trials - of one contender, at least one */
function summarizeContender(trials: readonly Trial[]): ContenderSummary {
  const [first] = trials;
  const measurements = trials.flatMap(({ outcome }) =>
    outcome.kind === "measured" ? outcome.measurement : [],
  );
  const problems = trials.flatMap(({ outcome }) =>
    outcome.kind === "failed" ? outcome.problem : [],
  );
  return {
    contender: first?.contender ?? "",
    isOurs: first?.isOurs ?? false,
    readings: first === undefined ? {} : spreadsOf(first.task, measurements),
    notDurable: unique(measurements.flatMap(({ notDurable }) => notDurable ?? [])),
    problems: unique(problems),
  };
}

function spreadsOf(task: Task, measurements: readonly Measurement[]): ContenderSummary["readings"] {
  const readings = [...COMPARED[task.figure], ...PROCESSOR];
  return Object.fromEntries(
    readings.flatMap((reading) => {
      const values = measurements.flatMap((one) => read(reading, task, one) ?? []);
      return values.length === 0 ? [] : [[reading, spreadOf(values)]];
    }),
  );
}

/** By the median, among those who do all of the task. */
function bestPeer(reading: Reading, contenders: readonly ContenderSummary[]): string | undefined {
  const peers = contenders.flatMap(({ contender, isOurs, notDurable, readings }) => {
    const median = readings[reading]?.median;
    const isPeer = !isOurs && notDurable.length === 0;
    return isPeer && median !== undefined ? [{ contender, median }] : [];
  });
  const [best] = peers.sort((a, b) =>
    isMoreBetter(reading) ? b.median - a.median : a.median - b.median,
  );
  return best?.contender;
}

/** A machine's speed drifts between rounds: within one round it drifts least. */
function ratioOf(
  reading: Reading,
  trials: readonly Trial[],
  ours: string,
  peer: string,
): readonly Ratio[] {
  const readingOf = (name: string, round: number) => {
    const trial = trials.find((one) => one.contender === name && one.round === round);
    if (trial?.outcome.kind !== "measured") return undefined;
    return read(reading, trial.task, trial.outcome.measurement);
  };
  const rounds = unique(trials.map(({ round }) => round));
  const ratios = rounds.flatMap((round) => {
    const mine = readingOf(ours, round);
    const theirs = readingOf(peer, round);
    return mine === undefined || theirs === undefined ? [] : mine / theirs;
  });
  return ratios.length === 0 ? [] : [{ reading, peer, spread: spreadOf(ratios) }];
}

function unique<Value>(values: readonly Value[]): readonly Value[] {
  return [...new Set(values)];
}
