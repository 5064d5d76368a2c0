import { createHash } from "node:crypto";
import { canonicalJson } from "../kernel/canonical-json.ts";
import { toJsonValue } from "../kernel/to-json-value.ts";
import type { Chart, ChartTransition } from "./chart.ts";
import { type IndexedState, indexStates } from "./state-index.ts";
import { transitionGroupsOf } from "./state-transitions.ts";

/** Raised when the selection of what is hashed changes, so that old and new hashes never compare equal by chance. */
const STRUCTURE_VERSION = 1;

/**
 * Hash of what decides where a snapshot can go: states, targets as written, guards, names and order of transition
 * actions, services, delays, re-entry. Blind to meta, tags, descriptions, action parameters, context, version, key
 * order, and to the order of entry and exit actions.
 */
export function structureHashOf(chart: Chart): string {
  const structure = {
    structure: STRUCTURE_VERSION,
    id: chart.id,
    states: Object.fromEntries(indexStates(chart).all.map((at) => [at.path, stateStructure(at)])),
  };
  return `sha256:${createHash("sha256")
    .update(canonicalJson(toJsonValue(structure)))
    .digest("hex")}`;
}

function stateStructure(indexed: IndexedState) {
  const { state } = indexed;
  const { initial } = state;
  return {
    id: indexed.id,
    kind: indexed.kind,
    initial:
      typeof initial === "string" ? { target: initial, actions: [] } : initialStructure(initial),
    history: state.history ?? null,
    target: state.target ?? [],
    entry: namesOf(state.entry).sort(),
    exit: namesOf(state.exit).sort(),
    invoke: (state.invoke ?? []).map(({ id, src }) => ({ id, src })),
    transitions: Object.fromEntries(
      transitionGroupsOf(indexed).map((group) => [
        `${group.kind} ${group.event}`,
        group.transitions.map(transitionStructure),
      ]),
    ),
  };
}

function initialStructure(initial: Exclude<IndexedState["state"]["initial"], string>) {
  return initial === undefined
    ? null
    : { target: initial.target, actions: namesOf(initial.actions) };
}

function transitionStructure(transition: ChartTransition) {
  return {
    target: transition.target ?? [],
    guard: transition.guard ?? null,
    actions: namesOf(transition.actions),
    reenter: transition.reenter === true,
  };
}

function namesOf(actions: readonly { readonly type: string }[] | undefined): string[] {
  return (actions ?? []).map(({ type }) => type);
}
