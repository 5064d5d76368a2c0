import type { FeedView } from "../feeds/list-feeds.ts";
import type { BacklogRow } from "../outbox/measure-backlog.ts";

/** What is recorded of: a feed, a relay, a machine (`queue`), or all relays and machines together. */
export type PipeKind = "all" | "feed" | "relay" | "queue";

/** How much waits for one of them. */
export interface PipeSample {
  readonly kind: PipeKind;
  readonly project: string;
  /** Empty for all of them together. */
  readonly name: string;
  readonly waiting: number;
  /** When the oldest of it came; null: nothing waits. */
  readonly oldestAt: Date | null;
}

/** A sample of everything, always, and one of each that something waits for: what is not in it, has nothing to do. */
export function samplesOf(
  rows: readonly BacklogRow[],
  feeds: readonly FeedView[],
): readonly PipeSample[] {
  const samples = new Map<string, PipeSample>();
  const all: PipeSample = { kind: "all", project: "", name: "", waiting: 0, oldestAt: null };
  samples.set("all", all);
  const add = (key: string, sample: PipeSample, sum: (one: number, other: number) => number) => {
    const known = samples.get(key);
    samples.set(key, {
      ...sample,
      waiting: known === undefined ? sample.waiting : sum(known.waiting, sample.waiting),
      oldestAt: earlier(known?.oldestAt ?? null, sample.oldestAt),
    });
  };
  for (const { kind, project, sink, waiting, oldestAt } of rows) {
    add("all", { ...all, waiting, oldestAt }, plus);
    add(`${kind} ${project} ${sink}`, { kind, project, name: sink, waiting, oldestAt }, plus);
  }
  for (const { project, name, behind, notNumbered, oldestAt } of feeds) {
    if (oldestAt === null) continue;
    const waiting = Number(behind) + Number(notNumbered);
    // Each partition is behind by events of the others too: the sum would count them again.
    add(`feed ${project} ${name}`, { kind: "feed", project, name, waiting, oldestAt }, Math.max);
  }
  return [...samples.values()];
}

function plus(one: number, other: number): number {
  return one + other;
}

function earlier(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}
