import type { BatchOutcome } from "../dispatcher/batch.ts";
import { type Dedup, dedupOf } from "../dispatcher/dedup.ts";
import { decodeForPlan } from "../dispatcher/plan-delivery.ts";
import type { PlanEnvironment } from "../dispatcher/plan-environment.ts";
import type { CommandStore, LaneStore } from "../engine/engine-store.ts";
import { CommitConflictError } from "../engine/errors.ts";
import type { CommandRecord, LetterRecord } from "../engine/records.ts";
import { encodeEnvelope } from "../envelope/encode-envelope.ts";
import { parseEnvelope } from "../envelope/parse-envelope.ts";
import { unseal } from "../kernel/seal/seal.ts";
import type { SealKeyRing } from "../kernel/seal/seal-key-ring.ts";
import type { Route } from "../projects/project.ts";
import type { ReplayOriginal } from "./check-replay.ts";
import { planEffectReplay } from "./plan-effect-replay.ts";
import { planEnvelopeReplay, type ReplayPlan, type ReplayTarget } from "./plan-replay.ts";
import { emptyReport } from "./replay-report.ts";

export interface ReplayerDependencies {
  readonly env: PlanEnvironment;
  readonly lanes: LaneStore;
  readonly commands: CommandStore;
  readonly routes: readonly Route[];
  readonly keys: SealKeyRing | undefined;
  readonly prepareCharts: (chartIds: readonly number[]) => Promise<void>;
}

const CONFLICT_TRIES_MAX = 3;

/**
 * Plan a replay on what the store holds now and, if it is a real one, commit it.
 *
 * @returns the service calls the commit created
 * @throws {StoreUnavailableError} if the store cannot be reached: the command stays claimed until its lease ends
 */
export async function runReplay(
  deps: ReplayerDependencies,
  command: CommandRecord,
  letter: LetterRecord,
): Promise<BatchOutcome["effects"]> {
  for (let tries = 0; tries < CONFLICT_TRIES_MAX; tries += 1) {
    const { report, commit } = await planReplay(deps, command, letter);
    if (commit === undefined) {
      const status = report.outcome === "refused" ? "refused" : "done";
      await deps.commands.finishCommand(command.id, status, report);
      return [];
    }
    try {
      return await deps.lanes.commit([commit]);
    } catch (error) {
      if (!(error instanceof CommitConflictError)) throw error;
    }
  }
  // Somebody finished the command meanwhile, or the instance moves faster than we can plan: then say so.
  const report = {
    ...emptyReport(letter, command.dryRun, deps.env.clock.now()),
    refusals: ["the instance kept moving: try again"],
  };
  await deps.commands.finishCommand(command.id, "failed", report);
  return [];
}

async function planReplay(
  deps: ReplayerDependencies,
  command: CommandRecord,
  letter: LetterRecord,
): Promise<ReplayPlan> {
  if (letter.source === "effect") {
    const effect =
      letter.effectId === undefined ? undefined : await deps.commands.findEffect(letter.effectId);
    const key = { machineId: letter.machineId ?? letter.consumer, subject: letter.subject };
    const instance = (await deps.lanes.load([key], [])).instance(key);
    await deps.prepareCharts(instance === undefined ? [] : [instance.chartId]);
    return planEffectReplay(deps.env, { command, letter, effect, instance });
  }
  const original = openOriginal(letter, deps.keys);
  const target = targetOf(letter, deps);
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
  return planEnvelopeReplay(deps.env, replay);
}

/** The bytes a replay sends: the sealed original, or what is left of it. */
export function openOriginal(letter: LetterRecord, keys: SealKeyRing | undefined): ReplayOriginal {
  if (letter.source === "state") {
    return { kind: "none", why: "captured from a chart state: there is no envelope to replay" };
  }
  if (letter.source === "relay") {
    return { kind: "none", why: "captured from a relay: hand it to the relay again" };
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
function targetOf(letter: LetterRecord, deps: ReplayerDependencies): ReplayTarget {
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
