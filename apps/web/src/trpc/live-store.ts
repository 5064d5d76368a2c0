import type { LiveFilter, LiveHint } from "@/server/live/live-filter.ts";

/** Whether the page hears of changes: `stale` means the stream is broken and pages fall back to asking. */
export type LiveState = "connecting" | "live" | "paused" | "stale";

/** One part of a page that wants to hear of some changes. */
export interface Watcher {
  readonly filter: LiveFilter;
  readonly onChange: () => void;
}

/** The watchers of one page as one filter. */
export function unionOfFilters(filters: readonly LiveFilter[]): LiveFilter {
  return {
    instances: namesOf(filters, (filter) => filter.instances),
    anyInstance: filters.some((filter) => filter.anyInstance === true),
    correlations: namesOf(filters, (filter) => filter.correlations),
    anyCorrelation: filters.some((filter) => filter.anyCorrelation === true),
    commands: namesOf(filters, (filter) => filter.commands),
    deadLetters: filters.some((filter) => filter.deadLetters === true),
    audit: filters.some((filter) => filter.audit === true),
    workers: filters.some((filter) => filter.workers === true),
  };
}

/** Whether a hint concerns a watcher. */
export function concerns(hint: LiveHint, filter: LiveFilter): boolean {
  return (
    hint.everything ||
    (hint.anyInstance && filter.anyInstance === true) ||
    (hint.anyCorrelation && filter.anyCorrelation === true) ||
    (hint.deadLetters && filter.deadLetters === true) ||
    (hint.audit && filter.audit === true) ||
    (hint.workers && filter.workers === true) ||
    shareName(hint.instances, filter.instances) ||
    shareName(hint.correlations, filter.correlations) ||
    shareName(hint.commands, filter.commands)
  );
}

function namesOf(
  filters: readonly LiveFilter[],
  pick: (filter: LiveFilter) => readonly string[] | undefined,
): string[] {
  return [...new Set(filters.flatMap((filter) => pick(filter) ?? []))].sort();
}

function shareName(moved: readonly string[], watched: readonly string[] | undefined): boolean {
  return watched?.some((name) => moved.includes(name)) ?? false;
}
