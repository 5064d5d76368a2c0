import { type CompiledMachine, compileChart } from "../charts/compile-chart.ts";
import { parseChart } from "../charts/parse-chart.ts";
import { takeStep } from "../dispatcher/take-step.ts";
import type { EffectState } from "../engine/engine-inspection.ts";
import type { HistoryWrite } from "../engine/step-commit.ts";
import { decodeEnvelope } from "../envelope/decode-envelope.ts";
import { toEvent } from "../envelope/to-event.ts";
import { type ContextChange, diffContext } from "../instances/context-diff.ts";
import {
  type EngineEvent,
  serviceDone,
  serviceFailed,
  timerFired,
} from "../instances/machine-events.ts";
import type { JsonObject, JsonValue } from "../kernel/json.ts";
import { machineIdOf } from "../projects/define-project.ts";
import type { MachineDefinition } from "../projects/project.ts";
import type { MemoryEngine } from "./memory-engine.ts";
import { ReplayDiffersError } from "./replay-errors.ts";

/** One recorded step, taken again. */
export interface ReplayedStep {
  readonly revision: number;
  /** The chart's event that led to it. */
  readonly event: string;
  /** States and context as they came out this time. */
  readonly states: readonly string[];
  readonly context: JsonObject;
  /** What differs from the recorded snapshot, by path in the snapshot; empty when nothing does. */
  readonly changes: readonly ContextChange[];
}

const DELAYED_RAISE = "raise.";
const FAILED_CALL = "error.platform.";

/**
 * Take every recorded step of an instance again, from its beginning, each on what the one before it came to: on the chart it
 * started with, or on another `chart`, with `logic` as the project has it. A step is pure, so that without a change of either the
 * same must come out; where it does not, an assigner or guard reads a clock, chance or something outside.
 *
 * @throws {StepFailedError} if a step fails this time
 * @throws {ReplayDiffersError} if a step cannot be taken again, since no event led to it: an operator's command did
 */
export async function replayInstance(
  engine: MemoryEngine,
  machineId: string,
  subject: string,
  changed: Partial<Pick<MachineDefinition, "chart" | "logic">> = {},
): Promise<readonly ReplayedStep[]> {
  const definition = engine.project.machines.find((machine) => machineIdOf(machine) === machineId);
  const history = await engine.inspect.history({ machineId, subject });
  const effects = await engine.inspect.effects();
  const logic = changed.logic ?? definition?.logic ?? {};
  const steps: ReplayedStep[] = [];
  let snapshot: JsonValue | undefined;
  for (const recorded of history) {
    const source = changed.chart ?? engine.database.charts.get(String(recorded.chartId))?.chart;
    const machine = compileChart(parseChart(source), logic);
    const event = eventOf(engine, machine, recorded, effects);
    if (event === undefined) {
      const place = { machineId, subject, revision: recorded.revision };
      throw new ReplayDiffersError(place, `'${recorded.event}' was led to by no event`);
    }
    const step = takeStep(machine, snapshot === undefined ? undefined : { snapshot }, event);
    snapshot = step.snapshot;
    steps.push({
      revision: recorded.revision,
      event: recorded.event,
      states: step.states,
      context: step.context,
      changes: diffContext(recorded.snapshot, step.snapshot),
    });
  }
  return steps;
}

/**
 * Hold that {@link replayInstance} comes to what was recorded, step by step.
 *
 * @throws {ReplayDiffersError} naming the first step that differs, and in what
 */
export async function assertReplayConsistent(
  ...replay: Parameters<typeof replayInstance>
): Promise<void> {
  const steps = await replayInstance(...replay);
  const different = steps.find(({ changes }) => changes.length > 0);
  if (different === undefined) return;
  const [, machineId, subject] = replay;
  const paths = different.changes.map(({ path }) => path).join(", ");
  const place = { machineId, subject, revision: different.revision };
  throw new ReplayDiffersError(place, `'${different.event}' comes to something else: ${paths}`);
}

/** What led to a recorded step, as the engine gave it to the chart; undefined where it gave it nothing. */
function eventOf(
  { database }: MemoryEngine,
  machine: CompiledMachine,
  { causeKind, causeId, event }: HistoryWrite,
  effects: readonly EffectState[],
): EngineEvent | undefined {
  if (causeKind === "timer") return timerFired({ event: timerEventOf(machine, causeId, event) });
  if (causeKind === "event") {
    const found = database.events.rows().find(({ id }) => id === causeId);
    return found === undefined ? undefined : toEvent(decodeEnvelope(found.envelope), event);
  }
  const effect = effects.find(({ id }) => id === causeId);
  if (causeKind !== "effect" || effect === undefined) return undefined;
  if (!event.startsWith(FAILED_CALL)) return serviceDone(effect.ref, effect.output);
  return serviceFailed(effect.ref, effect.errors.at(-1) ?? { name: "Error", message: "" });
}

/** An `after` is sent under its own id; a delayed raise says its event in its label. */
function timerEventOf({ internals }: CompiledMachine, ref: string, label: string): string {
  return internals.timers.has(ref) ? ref : label.slice(DELAYED_RAISE.length);
}
