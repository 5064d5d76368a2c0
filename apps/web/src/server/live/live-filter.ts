import { z } from "zod";
import type { Change } from "./change.ts";

const NAMES_MAX = 200; // a page watches what it shows; more than this is "any"
const names = z.array(z.string().max(2_100)).max(NAMES_MAX).optional();

/** What a browser wants to hear about; nothing unless it says so. */
export const liveFilterSchema = z.object({
  /** `<machine>/<subject>` */
  instances: names,
  anyInstance: z.boolean().optional(),
  correlations: names,
  anyCorrelation: z.boolean().optional(),
  commands: names,
  deadLetters: z.boolean().optional(),
  audit: z.boolean().optional(),
  workers: z.boolean().optional(),
});

/** See `liveFilterSchema`. */
export type LiveFilter = z.infer<typeof liveFilterSchema>;

/** The part of a change that a filter asks for. Names behind an "any" are not sent: they would only cost. */
export function narrowChange(change: Change, filter: LiveFilter): LiveHint {
  return {
    everything: change.everything,
    again: change.again,
    instances: common(change.instances, filter.instances),
    anyInstance: filter.anyInstance === true && change.instances.length > 0,
    correlations: common(change.correlations, filter.correlations),
    anyCorrelation: filter.anyCorrelation === true && change.correlations.length > 0,
    commands: common(change.commands, filter.commands),
    deadLetters: filter.deadLetters === true && change.deadLetters,
    audit: filter.audit === true && change.audit,
    workers: filter.workers === true && change.workers,
  };
}

/** What a browser is told: read these again. */
export interface LiveHint {
  readonly everything: boolean;
  readonly again: boolean;
  readonly instances: readonly string[];
  readonly anyInstance: boolean;
  readonly correlations: readonly string[];
  readonly anyCorrelation: boolean;
  readonly commands: readonly string[];
  readonly deadLetters: boolean;
  readonly audit: boolean;
  readonly workers: boolean;
}

/** Whether a hint asks for nothing to be read again. */
export function isEmptyHint(hint: LiveHint): boolean {
  return Object.values(hint).every((each) =>
    Array.isArray(each) ? each.length === 0 : each === false,
  );
}

function common(moved: readonly string[], watched: readonly string[] | undefined): string[] {
  if (!watched || moved.length === 0) return [];
  const set = new Set(watched);
  return moved.filter((name) => set.has(name));
}
