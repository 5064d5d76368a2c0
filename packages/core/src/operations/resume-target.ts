import type { LetterRecord, OpenCall } from "../engine/records.ts";
import type { ResumeAction } from "./instance-action.ts";
import type { Situation } from "./situation.ts";

/** What an instance is to do again. */
export type ResumeTarget =
  /** A service call that gave up: the instance still waits for it. */
  | { readonly kind: "call"; readonly call: OpenCall }
  /** The step after this revision failed: back to right before it. */
  | { readonly kind: "revision"; readonly revision: number; readonly letter?: LetterRecord }
  /** A timer's step threw: it falls due again, at once. */
  | { readonly kind: "timer"; readonly letter: LetterRecord; readonly ref: string }
  | { readonly kind: "none"; readonly why: string };

const none = (why: string): ResumeTarget => ({ kind: "none", why });

/** Find what a request to resume means, from what failed and is still open. */
export function resumeTarget(situation: Situation<ResumeAction>): ResumeTarget {
  const { action, work } = situation;
  const { letterId, call: ref, revision } = action;
  if ([letterId, ref].every((name) => name === undefined)) {
    return revision === undefined ? onlyFailure(situation) : { kind: "revision", revision };
  }
  if (ref !== undefined) {
    if (letterId !== undefined || revision !== undefined) {
      return none("name a call, or a letter or revision, not both");
    }
    return targetOfCall(work.calls, ref);
  }
  const letter = work.letters.find(({ id }) => id === letterId);
  if (letter === undefined) return none(`the instance has no open letter '${letterId}'`);
  return targetOfLetter(situation, letter);
}

/** The one thing that failed, where there is only one. */
function onlyFailure(situation: Situation<ResumeAction>): ResumeTarget {
  const { calls, letters } = situation.work;
  const dead = calls.filter(({ status }) => status === "dead");
  const stuck = letters.filter(({ source }) => source === "state");
  const names = [
    ...dead.map(({ ref }) => `call '${ref}'`),
    ...stuck.map(({ id }) => `letter '${id}'`),
  ];
  if (names.length === 0) return none("nothing of the instance has failed: name a revision");
  if (names.length > 1) return none(`several things failed, name one: ${names.join(", ")}`);
  const [call] = dead;
  if (call !== undefined) return { kind: "call", call };
  const [letter] = stuck;
  return letter === undefined ? none("nothing has failed") : targetOfLetter(situation, letter);
}

function targetOfCall(calls: readonly OpenCall[], ref: string): ResumeTarget {
  const open = calls.filter((call) => call.ref === ref);
  const dead = open.find(({ status }) => status === "dead");
  if (dead !== undefined) return { kind: "call", call: dead };
  return none(
    open.length > 0
      ? `call '${ref}' has not given up: it is under way`
      : `the instance has no open call '${ref}'`,
  );
}

function targetOfLetter(
  { action, instance, work }: Situation<ResumeAction>,
  letter: LetterRecord,
): ResumeTarget {
  const { id, source, revision: captured = 0 } = letter;
  if (source === "effect") {
    const call = work.calls.find((one) => one.id === letter.effectId && one.status === "dead");
    if (call === undefined) return none(`the call of letter '${id}' is not open any more`);
    return { kind: "call", call };
  }
  if (source !== "state") return none(`letter '${id}' holds an envelope: replay it instead`);
  if (action.revision !== undefined) return { kind: "revision", revision: action.revision, letter };
  const ref = failedTimerOf(letter);
  if (ref !== undefined) return { kind: "timer", letter, ref };
  if (captured !== instance.revision) {
    return none(
      `the instance moved on to revision ${instance.revision} since it failed at ${captured}: name the revision to go back to`,
    );
  }
  if (captured < 2) return none("it failed at its first step: there is nothing before it");
  return { kind: "revision", revision: captured - 1, letter };
}

/** The timer whose step threw: `timer:<machine>/<subject>/<ref>/<revision>`. */
function failedTimerOf({ workKey, machineId, subject }: LetterRecord): string | undefined {
  const prefix = `timer:${machineId}/${subject}/`;
  if (!workKey.startsWith(prefix)) return undefined;
  return workKey.slice(prefix.length, workKey.lastIndexOf("/"));
}
