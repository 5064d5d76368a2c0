import type { BatchResult } from "../dispatcher/batch.ts";
import { decodeForPlan } from "../dispatcher/delivery-work.ts";
import type { DeliveryRecord } from "../engine/records.ts";

/** What became of one envelope: `dead_lettered` with its reason. */
export type EnvelopeOutcome =
  | "processed"
  | "duplicate"
  | "ignored"
  | "retry"
  | `dead_lettered:${string}`;

/**
 * What became of an envelope that was handed in; `waiting` if it is recorded, and is handled later: something before it in its
 * lane is tried again first, or another worker holds the lane.
 */
export type HandleOutcome = EnvelopeOutcome | "waiting";

/** What a run did. The five counts add up to `ordered`. */
export interface RunResult {
  readonly processed: number;
  readonly duplicates: number;
  readonly deadLettered: number;
  /** Tried again later: it failed, or could not be run here or now. */
  readonly retried: number;
  /** Recorded on a shared topic, and nobody's business here. */
  readonly ignored: number;
  /** Envelope id and outcome, in the order in which they were settled. */
  readonly ordered: readonly (readonly [envelopeId: string, outcome: EnvelopeOutcome])[];
  /** Steps that no envelope brought: results of service calls and relays, timers, operators' commands. */
  readonly steps: number;
}

export const EMPTY_RESULT: RunResult = toResult([], 0);

/** Collects what happens in a run. */
export interface Tally {
  add(result: BatchResult): void;
  /** A delivery that could not even be tried. */
  putOff(delivery: DeliveryRecord): void;
  ignore(envelopeId: string): void;
  step(): void;
  result(): RunResult;
}

export function createTally(): Tally {
  const ordered: [string, EnvelopeOutcome][] = [];
  let steps = 0;
  return {
    add(result) {
      const { work, kind } = result;
      if (work.kind === "delivery") {
        if (kind !== "gone") ordered.push([envelopeIdOf(work.delivery), outcomeOf(result)]);
        // A timer that cannot fire here stays due: counted, no run would ever find nothing to do.
      } else if (kind !== "held") {
        steps += 1;
      }
    },
    putOff: (delivery) => ordered.push([envelopeIdOf(delivery), "retry"]),
    ignore: (envelopeId) => ordered.push([envelopeId, "ignored"]),
    step() {
      steps += 1;
    },
    result: () => toResult(ordered, steps),
  };
}

/** Two runs as one. */
export function joinResults(first: RunResult, second: RunResult): RunResult {
  return toResult([...first.ordered, ...second.ordered], first.steps + second.steps);
}

/** Whether a run found nothing to do. What was only recorded is nothing to do. */
export function isQuiet(result: RunResult): boolean {
  return result.steps === 0 && result.ordered.length === result.ignored;
}

const FORTUNES = ["dead_lettered", "retry", "processed", "duplicate", "ignored"] as const;

/** The least fortunate of what became of an envelope at those who take it; undefined if nothing has yet. */
export function worstOutcome(
  { ordered }: RunResult,
  envelopeId: string,
): EnvelopeOutcome | undefined {
  const rank = (outcome: EnvelopeOutcome) =>
    FORTUNES.findIndex((fortune) => outcome.startsWith(fortune));
  const outcomes = ordered.filter(([id]) => id === envelopeId).map(([, outcome]) => outcome);
  return outcomes.sort((first, second) => rank(first) - rank(second))[0];
}

function toResult(ordered: RunResult["ordered"], steps: number): RunResult {
  const count = (prefix: string) =>
    ordered.filter(([, outcome]) => outcome.startsWith(prefix)).length;
  return {
    processed: count("processed"),
    duplicates: count("duplicate"),
    deadLettered: count("dead_lettered"),
    retried: count("retry"),
    ignored: count("ignored"),
    ordered,
    steps,
  };
}

function outcomeOf(result: Exclude<BatchResult, { readonly kind: "gone" }>): EnvelopeOutcome {
  if (result.kind === "held") return "retry";
  const { outcome, reason = "unknown" } = result.plan;
  if (outcome === "dead_lettered") return `dead_lettered:${reason}`;
  return outcome === "held" ? "retry" : outcome;
}

/** An envelope that cannot be decoded has no id but its delivery's. */
function envelopeIdOf(delivery: DeliveryRecord): string {
  const decoded = decodeForPlan(delivery.envelope);
  return decoded.kind === "decoded" ? decoded.envelope.id : `delivery:${delivery.id}`;
}
