import type { PlanEnvironment } from "../dispatcher/plan-environment.ts";
import type { CommandRecord, LetterRecord } from "../engine/records.ts";
import { encodeEnvelope } from "../envelope/encode-envelope.ts";
import type { Envelope } from "../envelope/envelope.ts";
import { parseEnvelope } from "../envelope/parse-envelope.ts";
import type { JsonObject } from "../kernel/json.ts";
import type { ReplayOriginal } from "./check-replay.ts";
import { applyEdit, changesOf, type EditChange, parseLetterEdit } from "./letter-edit.ts";
import type { ReplayTarget } from "./plan-replay.ts";

/** A letter's envelope with other data: a new envelope, caused by the old one. */
export interface LetterEdit {
  readonly envelope: Envelope;
  /** Masked. */
  readonly changes: readonly EditChange[];
}

/** What a request's edit makes of an original. */
export type EditedOriginal =
  | { readonly kind: "edited"; readonly text: string; readonly edit: LetterEdit }
  | { readonly kind: "refused"; readonly why: string };

/**
 * Change the data of a letter's envelope as a request asks. The id is the request's own, so that carrying it out again is a
 * duplicate; the new envelope is linked to the old one as its cause. Data that does not fit the schema declared for its type is refused.
 */
export function editedOriginal(
  env: PlanEnvironment,
  command: CommandRecord,
  letter: LetterRecord,
  original: Exclude<ReplayOriginal, { readonly kind: "none" }>,
  target: ReplayTarget,
): EditedOriginal {
  if (letter.resolvedAt !== undefined) {
    return {
      kind: "refused",
      why: "the letter is resolved already: an edit would be a second event",
    };
  }
  try {
    const before = JSON.parse(original.text) as JsonObject;
    const steps = parseLetterEdit(command.parameters.edit);
    const after = { ...applyEdit(before, steps), id: command.id, ...linkOf(before) };
    const envelope = parseEnvelope(after);
    const problem =
      target.kind === "machine" ? schemaProblem(env, target.machine, envelope) : undefined;
    if (problem !== undefined) return { kind: "refused", why: problem };
    const show = (value: JsonObject) => env.capture.redact(value, letter.machineId).value;
    const changes = changesOf(steps, show(before), show(after));
    return { kind: "edited", text: encodeEnvelope(envelope), edit: { envelope, changes } };
  } catch (error) {
    return { kind: "refused", why: error instanceof Error ? error.message : String(error) };
  }
}

/** Both belong to one conversation, and the old one is the cause of the new. */
function linkOf({ id, correlationid }: JsonObject): JsonObject {
  const own = id ?? null;
  return { causationid: own, correlationid: correlationid ?? own };
}

function schemaProblem(
  env: PlanEnvironment,
  machine: string,
  { type, data }: Envelope,
): string | undefined {
  const mismatch = env.declaredCheck(machine, type)?.(data ?? {});
  if (mismatch === undefined) return undefined;
  return `the edited data does not fit the schema of '${type}': ${mismatch.field} ${mismatch.problem}`;
}
