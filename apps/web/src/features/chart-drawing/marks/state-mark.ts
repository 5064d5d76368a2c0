import type { StateName } from "../../../ui/state-table.ts";
import { type ChartIndex, entryOf, isCompensation } from "./chart-index.ts";
import type { Fact, StateMark, TimerMark } from "./chart-marks.ts";
import type { EffectFact, InstanceFacts } from "./instance-facts.ts";
import { hasCompensated, isFailure, readSteps, type StepPaths } from "./step-paths.ts";

/** An instance with everything that its marks are decided by. */
export interface InstanceView {
  readonly index: ChartIndex;
  readonly facts: InstanceFacts;
  readonly steps: StepPaths;
  /** The active leaves and the containers around them. */
  readonly active: ReadonlySet<string>;
  readonly unreachable: ReadonlySet<string>;
  /** Ids of the transitions that one event, timer or answer could take now. */
  readonly possible: ReadonlySet<string>;
  /** States that one of those would enter. */
  readonly next: ReadonlySet<string>;
  readonly isCompensation: (path: string) => boolean;
}

/** Reads an instance's facts against its chart. */
export function viewInstance(index: ChartIndex, facts: InstanceFacts): InstanceView {
  const ended = facts.status === "done" || facts.status === "stopped";
  const possible = ended ? [] : facts.reachability.possibleNext;
  return {
    index,
    facts,
    active: new Set(facts.activeStates.flatMap((path) => index.withAncestors(path))),
    steps: readSteps(index, facts.history, facts.earlier),
    unreachable: new Set(
      ended ? index.graph.states.map(({ path }) => path) : facts.reachability.unreachable,
    ),
    possible: new Set(possible.map((transition) => transition.id)),
    next: new Set(possible.flatMap(({ to }) => to.flatMap((target) => entryOf(index, target)))),
    isCompensation: (path) => isCompensation(index, path),
  };
}

/** What one state is for the instance, with its visits, its timer and one line of fact. */
export function stateMark(view: InstanceView, path: string): StateMark {
  const mark = nameOf(view, path);
  const visits = view.steps.visits.get(path);
  const state = view.index.state(path);
  const hasLetter = view.facts.letters?.includes(path) === true;
  const wouldBeLetter = state?.tags.includes("dead-letter") === true && mark !== "dead";
  return {
    mark,
    visits: visits?.count,
    lastAt: visits?.lastAt,
    fact: factOf(view, path, mark),
    timer: timerOf(view, path),
    badge: hasLetter || (wouldBeLetter && mark !== "unreachable") ? "dead" : undefined,
  };
}

/**
 * The precedence of LOOK: active or compensating, failed, compensated, done, possible next, visited, unreachable, at rest.
 * Stuck and overdue are kinds of being active, and say more, so they stand before it.
 */
function nameOf(view: InstanceView, path: string): StateName {
  if (view.active.has(path)) return activeName(view, path);
  if (isFailed(view, path)) return "failed";
  if (view.steps.visits.has(path) && view.isCompensation(path)) return "compensated";
  const isFinal = view.index.state(path)?.kind === "final";
  if (isFinal && view.steps.visits.has(path)) return finalName(view, path);
  if (view.next.has(path)) return "possible";
  if (view.steps.visits.has(path)) return "visited";
  return view.unreachable.has(path) ? "unreachable" : "rest";
}

function activeName(view: InstanceView, path: string): StateName {
  const state = view.index.state(path);
  if (state?.kind === "final") return finalName(view, path);
  const leaf = view.index.childrenOf(path).length === 0;
  if (leaf && isStuck(view, path)) return "stuck";
  if (leaf && isOverdue(view, path)) return "overdue";
  if (view.isCompensation(path)) return "compensating";
  const waits = leaf && state?.invokes.length === 0 && timerOf(view, path)?.running === true;
  return waits ? "waiting" : "active";
}

/** An end is a good one unless it says otherwise: it makes a dead letter, or is called `failed`. */
function finalName(view: InstanceView, path: string): StateName {
  const state = view.index.state(path);
  if (state?.tags.includes("dead-letter")) return "dead";
  if (state?.name !== "failed") return "done";
  return hasCompensated(view.index, view.steps) ? "compensated" : "failed";
}

function isFailed(view: InstanceView, path: string): boolean {
  const exit = view.steps.lastExit.get(path);
  return exit !== undefined && isFailure(view.index, exit.transition);
}

/** Nothing can move it: no event, no timer, no answer is waited for, here or in a container around it. */
function isStuck(view: InstanceView, path: string): boolean {
  if (view.facts.status !== "active") return false;
  return !view.index
    .withAncestors(path)
    .some((at) => view.index.from(at).some((one) => view.possible.has(one.id)));
}

function isOverdue(view: InstanceView, path: string): boolean {
  const timer = timerOf(view, path);
  const now = timer?.asOf ?? view.facts.now;
  return now !== undefined && timer?.running === true && timer.dueAt < now;
}

/** The running timer of a state that is due first; else the one that ran last. */
function timerOf(view: InstanceView, path: string): TimerMark | undefined {
  const timers = (view.facts.timers ?? []).filter((timer) => timer.state === path);
  const running = timers.filter((timer) => timer.running);
  const [first] = (running.length > 0 ? running : timers).toSorted(
    (a, b) => a.dueAt.getTime() - b.dueAt.getTime(),
  );
  return (
    first && { label: first.label, dueAt: first.dueAt, running: first.running, asOf: first.asOf }
  );
}

function factOf(view: InstanceView, path: string, mark: StateName): Fact | undefined {
  const effect = view.facts.effects?.findLast((one) => one.state === path);
  const lastAt = view.steps.visits.get(path)?.lastAt;
  if (view.active.has(path)) return activeFact(effect, mark, lastAt);
  const exit = view.steps.lastExit.get(path);
  if (mark === "failed") {
    const text =
      effect?.error ?? (exit?.transition.kind === "after" ? "no answer in time" : "failed");
    return { kind: "text", text, tone: "red" };
  }
  if (mark === "compensated" && exit) return { kind: "undone", at: exit.at };
  return lastAt && { kind: "last", at: lastAt };
}

function activeFact(
  effect: EffectFact | undefined,
  mark: StateName,
  lastAt: Date | undefined,
): Fact | undefined {
  if (mark === "stuck") return { kind: "text", text: "no event, no timer", tone: "amber" };
  if (mark === "dead") return { kind: "text", text: "dead letter", tone: "red" };
  if (effect && (effect.attempt > 1 || effect.attemptsMax)) {
    const of = effect.attemptsMax ? ` of ${effect.attemptsMax}` : "";
    return { kind: "text", text: `attempt ${effect.attempt}${of}` };
  }
  return lastAt && { kind: "since", at: lastAt };
}
