import type { CountedSpan } from "@sagascope/core/postgres";

/** What became of what one machine or relay was given. */
export interface DispatcherLine {
  readonly project: string;
  readonly name: string;
  /** Deliveries that are over without a letter. */
  readonly handled: number;
  /** Tries that failed and were followed by another: of deliveries, and of service calls. */
  readonly triedAgain: number;
  readonly deadLettered: number;
}

/** Counts as lines, the busiest first; letters of service calls end no delivery, so that the parts are tries, not deliveries. */
export function dispatcherLines(counted: readonly CountedSpan[]): readonly DispatcherLine[] {
  const lines = new Map<string, DispatcherLine>();
  for (const { project, machineId, consumed, retried, callsRetried, deadLettered } of counted) {
    const key = `${project} ${machineId}`;
    const line = lines.get(key);
    lines.set(key, {
      ...{ project, name: machineId },
      handled: (line?.handled ?? 0) + Math.max(0, consumed - deadLettered),
      triedAgain: (line?.triedAgain ?? 0) + retried + callsRetried,
      deadLettered: (line?.deadLettered ?? 0) + deadLettered,
    });
  }
  return [...lines.values()]
    .filter((line) => totalOf(line) > 0)
    .sort((one, other) => totalOf(other) - totalOf(one) || one.name.localeCompare(other.name));
}

function totalOf({ handled, triedAgain, deadLettered }: DispatcherLine): number {
  return handled + triedAgain + deadLettered;
}
