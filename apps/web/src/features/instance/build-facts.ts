import type { ChartGraph, Reachability } from "@sagascope/core/charts";
import { pastTimers } from "./build-past-timers.ts";
import { type Call, lastErrorOf, type Moment, stateOfCall } from "./instance.ts";

/** What a drawing of the chart has to know about an instance, as of the step that is looked at. */
export interface ChartFacts {
  readonly graph: ChartGraph;
  readonly activeStates: readonly string[];
  readonly reachability: Reachability;
  readonly status: "active" | "done";
  readonly history: Moment["steps"];
  readonly earlier: Moment["earlier"];
  readonly timers: readonly {
    readonly state: string;
    readonly label: string;
    readonly dueAt: Date;
    readonly running: boolean;
    /** The moment of the past that it is counted down to; absent for one that runs now. */
    readonly asOf?: Date;
  }[];
  readonly effects: readonly {
    readonly state: string;
    readonly src: string;
    readonly attempt: number;
    readonly error?: string;
  }[];
  readonly letters: readonly string[];
  readonly now: Date;
}

const ERROR_WORDS_MAX = 28; // what fits on one line of a node

/** Leave out what came after the step: letters lie in the present only. */
export function buildFacts(moment: Moment, now: Date): ChartFacts {
  const { instance, graph, steps, step, isLive, states, reachability } = moment;
  const revision = step?.revision ?? instance.revision;
  const calls = instance.calls.filter((call) => call.revision <= revision);
  return {
    graph,
    activeStates: states,
    reachability,
    status: isLive && instance.status !== "active" ? "done" : "active",
    history: steps.filter((each) => each.revision <= revision),
    earlier: moment.earlier,
    timers: isLive
      ? instance.timers.map((timer) => ({ ...timer, running: true }))
      : timersThen(moment),
    effects: calls.flatMap((call) => effectFact(graph, call)),
    letters: isLive ? letterStates(moment) : [],
    now,
  };
}

/** Those of which it is known when they were due. */
function timersThen(moment: Moment): ChartFacts["timers"] {
  const asOf = moment.step?.at;
  return pastTimers(moment).flatMap(({ state, label, dueAt }) =>
    dueAt && asOf ? [{ state, label, dueAt, running: true, asOf }] : [],
  );
}

function effectFact(graph: ChartGraph, call: Call): ChartFacts["effects"] {
  const state = stateOfCall(graph, call);
  if (state === undefined) return [];
  const error = lastErrorOf(call);
  return [{ state, src: call.src, attempt: call.attempts, error: error && cutWords(error) }];
}

function cutWords(text: string): string {
  return text.length <= ERROR_WORDS_MAX ? text : `${text.slice(0, ERROR_WORDS_MAX - 1).trimEnd()}…`;
}

/** The states whose call gave up, or, for other letters of the instance, those that hold the token. */
function letterStates({ instance, graph, states }: Moment): string[] {
  const open = instance.letters.some((letter) => letter.own && letter.resolvedAt === null);
  if (!open) return [];
  const dead = instance.calls
    .filter(({ status }) => status === "dead")
    .flatMap((call) => stateOfCall(graph, call) ?? []);
  return dead.length > 0 ? dead : [...states];
}
