import type { ChartGraph } from "@sagascope/core/charts";
import { canEventMove } from "./can-event-move.ts";

/** What is known of one instance when it is asked whether it needs a person. */
export interface AttentionFacts {
  readonly status: string;
  readonly phase: string;
  readonly states: readonly string[];
  readonly startedAt: Date;
  /** What the timeouts of its machine add up to; null if they have no sum. */
  readonly timeBudgetMs: number | null;
  readonly effects: readonly {
    readonly status: string;
    readonly dueAt: Date;
    readonly leasedUntil: Date | null;
  }[];
  readonly timers: readonly { readonly dueAt: Date }[];
}

/** Why an instance needs a person, if it does. */
export type Attention =
  | { readonly kind: "stuck" }
  | { readonly kind: "overdue"; readonly since: Date };

const LATE_MS = 5_000; // past this, work that is due is late; less is the pace of polling

/**
 * Judge one instance. Stuck: active, no call and no timer under way, and no event of its chart can move it or one of its
 * calls gave up. Overdue: a timer or a waiting call is past due, or an instance that does not undo is older than its timeouts.
 */
export function attentionOf(
  facts: AttentionFacts,
  graph: ChartGraph,
  now: Date,
): Attention | undefined {
  if (facts.status !== "active") return undefined;
  const pending = facts.effects.filter(({ status }) => status === "pending");
  if (pending.length === 0 && facts.timers.length === 0) {
    const gaveUp = facts.effects.some(({ status }) => status === "dead");
    if (gaveUp || !canEventMove(graph, facts.states)) return { kind: "stuck" };
  }
  const due = [
    ...facts.timers.map(({ dueAt }) => dueAt),
    ...pending.filter((effect) => !isRunning(effect, now)).map(({ dueAt }) => dueAt),
    ...endOf(facts),
  ];
  const earliest = Math.min(...due.map((at) => at.getTime()));
  return earliest < now.getTime() - LATE_MS
    ? { kind: "overdue", since: new Date(earliest) }
    : undefined;
}

function isRunning({ leasedUntil }: { readonly leasedUntil: Date | null }, now: Date): boolean {
  return leasedUntil !== null && leasedUntil > now;
}

function endOf({ phase, startedAt, timeBudgetMs }: AttentionFacts): Date[] {
  if (phase !== "running" || timeBudgetMs === null) return [];
  return [new Date(startedAt.getTime() + timeBudgetMs)];
}
