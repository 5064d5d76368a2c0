import type { PlanEnvironment } from "../dispatcher/plan-environment.ts";
import type { CommandRecord, InstanceRecord, LetterRecord } from "../engine/records.ts";
import { type Finding, type Findings, finding, sumUp } from "./findings.ts";

/** What is left of a letter's envelope. */
export type ReplayOriginal =
  | { readonly kind: "original"; readonly text: string }
  /** The sealed bytes cannot be opened: the redacted form is all there is. */
  | { readonly kind: "redacted"; readonly text: string; readonly why: string }
  | { readonly kind: "none"; readonly why: string };

interface Question {
  readonly command: CommandRecord;
  readonly letter: LetterRecord;
  readonly original: ReplayOriginal;
  readonly target:
    | { readonly kind: "machine"; readonly machine: string }
    | { readonly kind: "none"; readonly why: string };
  readonly instance: InstanceRecord | undefined;
  readonly receipt: { readonly fingerprint: string } | undefined;
}

/** Look at everything that can stand in the way of a replay, before anything moves. */
export function checkReplay(env: PlanEnvironment, question: Question): Findings {
  const findings = [
    checkReason(question),
    checkOriginal(question),
    checkMachine(env, question),
    ...checkChart(env, question),
    checkReceipt(question),
    checkInstance(question),
    checkResolved(question),
  ].filter((finding): finding is Finding => finding !== undefined);
  return sumUp(findings, question.command.force);
}

function checkReason({ command }: Question): Finding | undefined {
  if (command.dryRun || (command.reason ?? "").trim() !== "") return undefined;
  return finding("Reason", "refusal", "a reason is required");
}

function checkOriginal({ letter, original }: Question): Finding {
  if (original.kind === "original")
    return finding("Original", "fine", "the original can be opened");
  if (original.kind === "none") return finding("Original", "refusal", original.why);
  if (letter.redactedPaths.length === 0) {
    return finding("Original", "fine", "nothing of it was redacted");
  }
  return finding(
    "Original",
    "forcible",
    `${original.why}; what was redacted would be sent as "***"`,
  );
}

function checkMachine(env: PlanEnvironment, { target }: Question): Finding {
  if (target.kind === "none") return finding("Route", "refusal", target.why);
  const lookup = env.machines.current(target.machine);
  return lookup.kind === "found"
    ? finding("Route", "fine", `goes to machine '${target.machine}'`)
    : finding("Route", "refusal", lookup.why);
}

/** The chart the replay would run on, against the one the letter was captured on. */
function checkChart(env: PlanEnvironment, question: Question): readonly Finding[] {
  const { letter, target, instance } = question;
  if (target.kind === "none" || letter.structureHash === undefined) return [];
  const lookup =
    instance === undefined
      ? env.machines.current(target.machine)
      : env.machines.version(target.machine, instance.chartId);
  if (lookup.kind === "missing") return [];
  const { version, compiled } = lookup.runtime;
  const sameStructure = compiled.structureHash === letter.structureHash;
  const sameVersion = version === letter.machineVersion;
  return [
    sameStructure
      ? finding("Structure", "fine", "same chart structure")
      : finding(
          "Structure",
          "forcible",
          `structure changed since version ${letter.machineVersion}`,
        ),
    sameVersion
      ? finding("Version", "fine", `same version ${version}`)
      : finding(
          "Version",
          "forcible",
          `version moved from ${letter.machineVersion} to ${version}${sameStructure ? ", same structure" : ""}`,
        ),
  ];
}

function checkReceipt({ receipt }: Question): Finding {
  return receipt === undefined
    ? finding("Inbox", "fine", "not processed before")
    : finding("Inbox", "warning", "this envelope was processed before: a replay changes nothing");
}

function checkInstance({ instance, letter }: Question): Finding {
  if (instance === undefined)
    return finding("Instance", "fine", `'${letter.subject}' would be started`);
  return instance.status === "active"
    ? finding("Instance", "fine", "the instance is not done")
    : finding("Instance", "warning", `the instance is ${instance.status}: it takes no more events`);
}

function checkResolved({ letter }: Question): Finding | undefined {
  return letter.resolvedAt === undefined
    ? undefined
    : finding("Letter", "warning", "the letter is resolved already");
}
