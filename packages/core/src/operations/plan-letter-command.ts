import { type Dedup, dedupOf } from "../dispatcher/dedup.ts";
import { decodeForPlan } from "../dispatcher/delivery-work.ts";
import type { CommandRecord, LetterRecord } from "../engine/records.ts";
import { settleOnly } from "../engine/step-commit.ts";
import { encodeEnvelope } from "../envelope/encode-envelope.ts";
import { parseEnvelope } from "../envelope/parse-envelope.ts";
import { unseal } from "../kernel/seal/seal.ts";
import type { SealKeyRing } from "../kernel/seal/seal-key-ring.ts";
import type { ReplayOriginal } from "./check-replay.ts";
import { editedOriginal } from "./edited-original.ts";
import type { OperationDependencies } from "./operation-dependencies.ts";
import { planEffectReplay } from "./plan-effect-replay.ts";
import { planHandoverReplay } from "./plan-handover-replay.ts";
import {
  auditEntry,
  planEnvelopeReplay,
  type ReplayPlan,
  type ReplayTarget,
  refusedCommit,
} from "./plan-replay.ts";
import { emptyReport } from "./replay-report.ts";

/**
 * Read what a request about a dead letter needs, and plan it. Nothing is written.
 *
 * @throws {StoreUnavailableError} if the store cannot be reached
 */
export async function planLetterCommand(
  deps: OperationDependencies,
  command: CommandRecord,
): Promise<ReplayPlan> {
  const letterId = command.target.letterId ?? "";
  const letter = await deps.commands.findLetter(letterId);
  if (letter === undefined) return refuseUnknown(deps, command, letterId);
  return command.kind === "resolve"
    ? planResolution(deps, command, letter)
    : planReplay(deps, command, letter);
}

function refuseUnknown(
  deps: OperationDependencies,
  command: CommandRecord,
  letterId: string,
): ReplayPlan {
  const known = { id: letterId, subject: "", consumer: "" };
  return refuse(deps, command, known, `no dead letter with id '${letterId}'`);
}

function refuse(
  { env }: OperationDependencies,
  command: CommandRecord,
  letter: Parameters<typeof refusedCommit>[1],
  why: string,
): ReplayPlan {
  const report = { ...emptyReport(letter, command.dryRun, env.clock.now()), refusals: [why] };
  return { report, commit: refusedCommit(command, letter, report) };
}

/** Close a letter without a replay: somebody dealt with it another way, and says how. */
function planResolution(
  { env }: OperationDependencies,
  command: CommandRecord,
  letter: LetterRecord,
): ReplayPlan {
  const report = {
    ...emptyReport(letter, command.dryRun, env.clock.now()),
    outcome: "processed" as const,
  };
  if (command.dryRun) return { report, commit: undefined };
  const settlements = [
    {
      kind: "command-finished" as const,
      commandId: command.id,
      status: "done" as const,
      result: report,
    },
    { kind: "letter-resolved" as const, letterId: letter.id, resolution: "resolved" },
  ];
  const lane = { machineId: letter.consumer, subject: letter.subject };
  const audit = [auditEntry(command, letter, "resolved", {})];
  return { report, commit: settleOnly(lane, settlements, { audit }) };
}

async function planReplay(
  deps: OperationDependencies,
  command: CommandRecord,
  letter: LetterRecord,
): Promise<ReplayPlan> {
  if (letter.source === "effect") {
    if (command.parameters.edit !== undefined) {
      return refuse(deps, command, letter, "a service call has no envelope of its own to edit");
    }
    const effect =
      letter.effectId === undefined ? undefined : await deps.commands.findEffect(letter.effectId);
    const key = { machineId: letter.machineId ?? letter.consumer, subject: letter.subject };
    const instance = (await deps.lanes.load([key], [])).instance(key);
    await deps.prepareCharts(instance === undefined ? [] : [instance.chartId]);
    return planEffectReplay(deps.env, { command, letter, effect, instance });
  }
  if (letter.source === "relay" || letter.source === "feed") {
    return planHandoverReplay(deps, command, letter);
  }
  const kept = openOriginal(letter, deps.keys);
  const target = targetOf(letter, deps);
  const edited =
    command.parameters.edit === undefined || kept.kind === "none"
      ? undefined
      : editedOriginal(deps.env, command, letter, kept, target);
  if (edited?.kind === "refused") return refuse(deps, command, letter, edited.why);
  const original =
    edited === undefined || kept.kind === "none" ? kept : { ...kept, text: edited.text };
  const edit = edited?.edit;
  const key = {
    machineId: target.kind === "machine" ? target.machine : letter.consumer,
    subject: letter.subject,
  };
  const dedup: Dedup =
    original.kind === "none"
      ? { kind: "never" }
      : dedupOf(deps.env.machines, key, decodeForPlan(original.text));
  const loaded = await deps.lanes.load([key], dedup.kind === "key" ? [dedup.key] : []);
  const instance = loaded.instance(key);
  await deps.prepareCharts(instance === undefined ? [] : [instance.chartId]);
  const receipt = dedup.kind === "key" ? loaded.receipt(dedup.key) : undefined;
  const replay = { command, letter, original, target, instance, receipt, dedup };
  return planEnvelopeReplay(deps.env, edit === undefined ? replay : { ...replay, edit });
}

/** The bytes a replay sends: the sealed original, or what is left of it. */
export function openOriginal(letter: LetterRecord, keys: SealKeyRing | undefined): ReplayOriginal {
  if (letter.source === "state") {
    return {
      kind: "none",
      why: "captured from a chart state: resume the instance instead, there is no envelope to replay",
    };
  }
  if (letter.sealed !== undefined && keys !== undefined) {
    try {
      return { kind: "original", text: unseal(keys, letter.sealed, letter.id).toString("utf8") };
    } catch (error) {
      return redactedForm(letter, error instanceof Error ? error.message : String(error));
    }
  }
  return redactedForm(letter, "the original was not kept, since no seal key was set");
}

function redactedForm(letter: LetterRecord, why: string): ReplayOriginal {
  try {
    const text = encodeEnvelope(parseEnvelope(letter.redactedEnvelope));
    return { kind: "redacted", text, why };
  } catch {
    return { kind: "none", why };
  }
}

/** Back to the machine that gave it up; a type no route took goes where a route takes it by now. */
function targetOf(letter: LetterRecord, deps: OperationDependencies): ReplayTarget {
  const routes = deps.routes.filter(
    ({ topic, type }) => topic === letter.topic && type === letter.eventType,
  );
  const own = routes.find(({ machine }) => machine === letter.consumer);
  if (own !== undefined) return { kind: "machine", machine: own.machine, event: own.event };
  if (letter.consumer !== deps.env.project) return { kind: "machine", machine: letter.consumer };
  const [only, ...others] = routes;
  if (only === undefined)
    return { kind: "none", why: `no machine handles type '${letter.eventType}'` };
  if (others.length > 0) {
    const names = routes.map(({ machine }) => `'${machine}'`).join(", ");
    return {
      kind: "none",
      why: `machines ${names} take type '${letter.eventType}' now: publish it again instead`,
    };
  }
  return { kind: "machine", machine: only.machine, event: only.event };
}
