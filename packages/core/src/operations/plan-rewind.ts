import type { MachineLookup } from "../dispatcher/machine-runtime.ts";
import type { EarlierCall, LetterRecord, RevisionRecord } from "../engine/records.ts";
import { standingWorkOf } from "../instances/standing-work.ts";
import { type Finding, finding } from "./findings.ts";
import type { RewindAction } from "./instance-action.ts";
import { planRestoration } from "./plan-restoration.ts";
import {
  commonFindings,
  failureOf,
  type InstancePlan,
  refusedPlan,
  reportOf,
  type Situation,
  versionFinding,
} from "./situation.ts";
import { turnoverOfRewind, unknownCalls } from "./turnover.ts";

/** An earlier step of an instance, and the chart it ran on. */
export interface EarlierStep {
  readonly revision: RevisionRecord | undefined;
  readonly lookup: MachineLookup;
  /** Of each call of its snapshot the one asked for last by then. */
  readonly calls: readonly EarlierCall[];
}

/**
 * Put an instance back to how it was after an earlier step, as a new revision. Done and cancelled instances can be put back
 * as well. What the steps since then did to the world is not undone.
 */
export function planRewind(
  situation: Situation<RewindAction>,
  { revision: record, lookup, calls }: EarlierStep,
): InstancePlan {
  const { command, action, work } = situation;
  const base = {
    ...reportOf(situation, [
      ...commonFindings(situation),
      revisionFinding(situation, action.revision, record),
      ...(record === undefined ? [] : [versionFinding(lookup)]),
    ]),
    fromRevision: action.revision,
  };
  if (base.refusals.length > 0 || record === undefined || lookup.kind === "missing") {
    return refusedPlan(command, base);
  }
  const { runtime } = lookup;
  const { revision, snapshot, phase } = record;
  try {
    const standing = standingWorkOf(runtime.compiled, snapshot);
    const target = { revision, standing, earlier: calls };
    const [unknown] = unknownCalls(target);
    if (unknown !== undefined)
      return refusedPlan(command, { ...base, ...unknownCall(unknown.ref) });
    const restoration = {
      runtime,
      snapshot,
      standing,
      event: "operator.rewind",
      phase,
      turnover: turnoverOfRewind(work, target),
      letters: work.letters.filter((letter) => isUndone(letter, revision)),
      resolution: "rewound",
    };
    return planRestoration(situation, base, restoration, { toRevision: revision });
  } catch (error) {
    return refusedPlan(command, { ...base, error: failureOf(situation, error) }, "failed");
  }
}

/** Whether an earlier step can be gone back to. */
export function revisionFinding(
  { instance }: Situation,
  wanted: number,
  record: RevisionRecord | undefined,
): Finding {
  const refuse = (why: string) => finding("Step", "refusal", why);
  if (wanted >= instance.revision) {
    return refuse(`the instance is at revision ${instance.revision}: name an earlier one`);
  }
  if (record === undefined) return refuse(`revision ${wanted} is no longer kept`);
  if (record.phase === "cancelled") {
    return refuse(`the instance was cancelled at revision ${wanted}: name an earlier one`);
  }
  return finding("Step", "fine", `back to revision ${wanted}, in '${record.states.join("', '")}'`);
}

/** Why an earlier step cannot be gone back to: one of its calls could not be made again. */
export function unknownCall(ref: string): { readonly refusals: readonly string[] } {
  return {
    refusals: [`call '${ref}' was started by an action, and what it was given is no longer kept`],
  };
}

/** A letter of a chart state that is undone by going back; a timer's says that its state was stuck. */
export function isUndone({ source, workKey, revision }: LetterRecord, to: number): boolean {
  if (source !== "state" || revision === undefined) return false;
  return workKey.startsWith("timer:") ? revision >= to : revision > to;
}
