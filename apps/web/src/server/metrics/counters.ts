import type { WorkCounted } from "@sagascope/core/postgres";

/** A counter of the engine as Prometheus sees it, and the counts it is made of, each with its labels. */
export interface CounterSpec {
  readonly name: string;
  readonly help: string;
  readonly counts: readonly (readonly [WorkCounted, Readonly<Record<string, string>>])[];
}

/** What only goes up, by machine. */
export const COUNTERS: readonly CounterSpec[] = [
  {
    name: "sagascope_instances_started_total",
    help: "Instances started",
    counts: [["started", {}]],
  },
  {
    name: "sagascope_instances_ended_total",
    help: "Instances that ended, by how",
    counts: (["completed", "compensated", "failed", "cancelled"] as const).map(
      (outcome) => [outcome, { outcome }] as const,
    ),
  },
  {
    name: "sagascope_instances_retried_total",
    help: "Completed instances of which a step had to be tried again",
    counts: [["retriedRuns", {}]],
  },
  { name: "sagascope_steps_total", help: "Steps committed", counts: [["steps", {}]] },
  {
    name: "sagascope_published_total",
    help: "Envelopes that machines published",
    counts: [["published", {}]],
  },
  {
    name: "sagascope_deliveries_ended_total",
    help: "Deliveries that are over, whatever came of them",
    counts: [["consumed", {}]],
  },
  {
    name: "sagascope_deliveries_retried_total",
    help: "Deliveries put back for another try",
    counts: [["retried", {}]],
  },
  {
    name: "sagascope_dead_letters_total",
    help: "Dead letters written, those that came back included",
    counts: [["deadLettered", {}]],
  },
  { name: "sagascope_calls_total", help: "Service calls asked for", counts: [["calls", {}]] },
  {
    name: "sagascope_calls_retried_total",
    help: "Tries of service calls that failed and were followed by another",
    counts: [["callsRetried", {}]],
  },
  {
    name: "sagascope_calls_failed_total",
    help: "Service calls that ended with an error",
    counts: [["callsFailed", {}]],
  },
];
