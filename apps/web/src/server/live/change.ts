import { z } from "zod";

const payloadSchema = z.object({
  i: z.array(z.string()).optional(),
  d: z.number().optional(),
  a: z.number().optional(),
  c: z.array(z.string()).optional(),
  w: z.number().optional(),
  e: z.array(z.string()).optional(),
  more: z.number().optional(),
});

/** What moved, as far as it is known: a hint that something should be read again, never the news itself. */
export interface Change {
  /** `<machine>/<subject>` of instances that moved. */
  readonly instances: readonly string[];
  /** Correlation ids that got an envelope. */
  readonly correlations: readonly string[];
  /** Operator commands that moved. */
  readonly commands: readonly string[];
  readonly deadLetters: boolean;
  readonly audit: boolean;
  readonly workers: boolean;
  /** More moved than is named here: anything may have. */
  readonly everything: boolean;
  /** Nothing is known to have moved: hints can be lost, so everyone reads again now and then. */
  readonly again: boolean;
}

/** Nothing at all. */
export const NO_CHANGE: Change = {
  instances: [],
  correlations: [],
  commands: [],
  deadLetters: false,
  audit: false,
  workers: false,
  everything: false,
  again: false,
};

/** Time to read again, all browsers at once, so that they share what they read. */
export const AGAIN: Change = { ...NO_CHANGE, again: true };

/** Anything may have moved: what is said after a gap. */
export const EVERYTHING: Change = { ...NO_CHANGE, everything: true };

/** Read a notification's payload; one that cannot be read counts as everything. */
export function parseChange(payload: string | undefined): Change {
  const parsed = payloadSchema.safeParse(parseJson(payload));
  if (!parsed.success) return EVERYTHING;
  const { i = [], e = [], c = [], d, a, w, more } = parsed.data;
  return {
    instances: i,
    correlations: e,
    commands: c,
    deadLetters: d === 1,
    audit: a === 1,
    workers: w === 1,
    everything: more === 1,
    again: false,
  };
}

/** Both changes as one, each name once. */
export function mergeChanges(one: Change, other: Change): Change {
  return {
    instances: union(one.instances, other.instances),
    correlations: union(one.correlations, other.correlations),
    commands: union(one.commands, other.commands),
    deadLetters: one.deadLetters || other.deadLetters,
    audit: one.audit || other.audit,
    workers: one.workers || other.workers,
    everything: one.everything || other.everything,
    again: one.again || other.again,
  };
}

function union(one: readonly string[], other: readonly string[]): readonly string[] {
  if (other.length === 0) return one;
  if (one.length === 0) return other;
  return [...new Set([...one, ...other])];
}

function parseJson(payload: string | undefined): unknown {
  try {
    return JSON.parse(payload ?? "");
  } catch {
    return undefined;
  }
}
