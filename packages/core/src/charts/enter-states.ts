import { ancestorsOf, findTarget, type IndexedState, type StateIndex } from "./state-index.ts";

/** The part of a transition that decides which states it enters. */
interface Move {
  readonly to: readonly string[];
  readonly reenter: boolean;
}

interface Entry {
  readonly entered: Set<IndexedState>;
  /** States whose default way down was followed. */
  readonly expanded: Set<IndexedState>;
}

/**
 * The states that taking a transition enters, those left and entered again included, as XState v5 and SCXML find them: the
 * targets, their default way down, their ancestors below the transition's domain, and the default way into the other regions
 * of every parallel state on the way, the domain itself included.
 *
 * Where a history state is on the way it holds more than one run enters: every place that could be remembered.
 */
export function statesEnteredBy(
  index: StateIndex,
  source: IndexedState,
  { to, reenter }: Move,
): ReadonlySet<IndexedState> {
  const entry: Entry = { entered: new Set(), expanded: new Set() };
  const declared = to.flatMap((path) => index.byPath.get(path) ?? []);
  const targets = realTargets(index, declared);
  if (targets.length === 0) return entry.entered;
  const domain = domainOf(index, source, targets, reenter);
  enterBelow(index, targets, domain, entry);
  // Without reenter a transition to its own source stays in it and enters its children only; by way of a history state
  // XState enters it again all the same.
  const isByHistory = declared.some(({ kind }) => kind === "history");
  if (domain === source && !isByHistory) entry.entered.delete(source);
  return entry.entered;
}

/** The state that stays active while its descendants change; undefined when the root itself is left. */
function domainOf(
  { root }: StateIndex,
  source: IndexedState,
  targets: readonly IndexedState[],
  reenter: boolean,
): IndexedState | undefined {
  if (!reenter && targets.every((target) => target === source || isWithin(target, source))) {
    return source;
  }
  const [first, ...others] = [...targets, source];
  const shared = ancestorsOf(first ?? source).find((ancestor) =>
    others.every((other) => isWithin(other, ancestor)),
  );
  return shared ?? (reenter ? undefined : root);
}

/** Enter targets by their default way down, and what lies between them and `top`. */
function enterBelow(
  index: StateIndex,
  targets: readonly IndexedState[],
  top: IndexedState | undefined,
  entry: Entry,
): void {
  for (const target of targets) enterDown(index, target, entry);
  for (const target of targets) {
    for (const ancestor of ancestorsOf(target)) {
      if (ancestor === top) break;
      entry.entered.add(ancestor);
      enterOtherRegions(index, ancestor, targets, entry);
    }
  }
  if (top !== undefined) enterOtherRegions(index, top, targets, entry);
}

/** Regions of a parallel state that no target lies in start where they start by default. */
function enterOtherRegions(
  index: StateIndex,
  state: IndexedState,
  targets: readonly IndexedState[],
  entry: Entry,
): void {
  if (state.kind !== "parallel") return;
  for (const region of realChildren(state)) {
    const isAimedAt = targets.some((target) => target === region || isWithin(target, region));
    if (!isAimedAt) enterDown(index, region, entry);
  }
}

function enterDown(index: StateIndex, start: IndexedState, entry: Entry): void {
  const stack = [start];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    if (entry.expanded.has(at)) continue;
    entry.expanded.add(at);
    if (at.kind === "history") enterBelow(index, realTargets(index, [at]), at.parent, entry);
    else {
      entry.entered.add(at);
      stack.push(...defaultChildren(at));
    }
  }
}

/** Targets with each history state replaced by every place it may lead to. */
function realTargets(index: StateIndex, targets: readonly IndexedState[]): IndexedState[] {
  const found = new Set<IndexedState>(targets);
  for (const state of found) {
    if (state.kind === "history") for (const place of rememberedBy(index, state)) found.add(place);
  }
  return [...found].filter(({ kind }) => kind !== "history");
}

/** A history state leads wherever its parent has been, which the chart alone does not tell, or to its own default. */
function rememberedBy(index: StateIndex, history: IndexedState): IndexedState[] {
  const places = realChildren(history.parent);
  if (history.state.history === "deep") {
    for (const place of places) places.push(...realChildren(place));
  }
  const defaults = (history.state.target ?? []).flatMap(
    (target) => findTarget(index, history, target) ?? [],
  );
  return [...places, ...defaults];
}

function isWithin(state: IndexedState, ancestor: IndexedState): boolean {
  return ancestorsOf(state).includes(ancestor);
}

function realChildren(state: IndexedState | undefined): IndexedState[] {
  return (state?.children ?? []).filter(({ kind }) => kind !== "history");
}

function defaultChildren(state: IndexedState): IndexedState[] {
  if (state.kind === "parallel") return realChildren(state);
  const { initial } = state.state;
  const key = typeof initial === "string" ? initial : initial?.target;
  return state.children.filter((child) => child.keys.at(-1) === key);
}
