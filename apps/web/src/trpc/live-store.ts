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
    hint.again ||
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

/** Two hints as one, for a page that hears of them later. */
export function unionOfHints(one: LiveHint, other: LiveHint): LiveHint {
  const names = (pick: (hint: LiveHint) => readonly string[]) => [
    ...new Set([...pick(one), ...pick(other)]),
  ];
  return {
    everything: one.everything || other.everything,
    again: one.again || other.again,
    instances: names((hint) => hint.instances),
    anyInstance: one.anyInstance || other.anyInstance,
    correlations: names((hint) => hint.correlations),
    anyCorrelation: one.anyCorrelation || other.anyCorrelation,
    commands: names((hint) => hint.commands),
    deadLetters: one.deadLetters || other.deadLetters,
    audit: one.audit || other.audit,
    workers: one.workers || other.workers,
  };
}

/** What a hint says has changed, in words for a person; nothing if it only says that it is time to read again. */
export function wordsOfHint(hint: LiveHint): readonly string[] {
  if (hint.everything) return ["everything"];
  const kinds = [
    ["instances", hint.anyInstance || hint.instances.length > 0],
    ["conversations", hint.anyCorrelation || hint.correlations.length > 0],
    ["dead letters", hint.deadLetters],
    ["commands", hint.commands.length > 0],
    ["audit", hint.audit],
    ["workers", hint.workers],
  ] as const;
  return kinds.filter(([, changed]) => changed).map(([words]) => words);
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
