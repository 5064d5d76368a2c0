import { type EnvelopeFacts, laneOf } from "./envelope-facts.ts";

/** The envelopes of one service. */
export interface LaneFacts {
  readonly count: number;
  /** `payment v5`, or where it is observed, or that there is no chart. */
  readonly subtitles: readonly string[];
}

/** Who caused whom. */
export interface Causation {
  /** Each envelope after its cause. */
  readonly inOrder: readonly EnvelopeFacts[];
  readonly byId: ReadonlyMap<string, EnvelopeFacts>;
  /** Without those that close a circle. */
  readonly causeOf: ReadonlyMap<string, string>;
  /** What an envelope led to, in order. */
  readonly effectsOf: ReadonlyMap<string, readonly EnvelopeFacts[]>;
  /** Those without a cause. */
  readonly roots: readonly EnvelopeFacts[];
  /** Those that hang on a cause that is not recorded, by its id. */
  readonly gaps: ReadonlyMap<string, readonly EnvelopeFacts[]>;
  /** Its place in the order. */
  readonly rankOf: ReadonlyMap<string, number>;
  /** How many envelopes follow it, near and far. */
  readonly afterOf: ReadonlyMap<string, number>;
  readonly lanes: ReadonlyMap<string, LaneFacts>;
  /** The earliest and the latest of all clocks. */
  readonly firstAtMs: number;
  readonly lastAtMs: number;
}

interface Ranked {
  readonly envelope: EnvelopeFacts;
  readonly hop: number;
  /** Never before its cause's, whatever the clocks say. */
  readonly effectiveMs: number;
}

/**
 * Reads the order of a conversation from causation alone. Clocks only decide between envelopes of which neither led to the other, and a
 * clock that runs behind is set to its cause's. Causes that go in a circle are cut where the circle began. The order does not depend on
 * the order of the list. Takes n log n.
 */
export function readCausation(envelopes: readonly EnvelopeFacts[]): Causation {
  const byId = new Map(
    envelopes.toSorted((a, b) => compareText(a.id, b.id)).map((one) => [one.id, one]),
  );
  const causeOf = causesOf(byId);
  const ranked = rank(byId, causeOf);
  const inOrder = ranked
    .sort(
      (a, b) =>
        a.effectiveMs - b.effectiveMs || a.hop - b.hop || compareText(a.envelope.id, b.envelope.id),
    )
    .map(({ envelope }) => envelope);
  const effectsOf = new Map<string, EnvelopeFacts[]>();
  const gaps = new Map<string, EnvelopeFacts[]>();
  const roots: EnvelopeFacts[] = [];
  for (const envelope of inOrder) {
    const cause = causeOf.get(envelope.id);
    if (cause === undefined) roots.push(envelope);
    else append(byId.has(cause) ? effectsOf : gaps, cause, envelope);
  }
  const times = inOrder.map(({ atMs }) => atMs);
  return {
    ...{ inOrder, byId, causeOf, effectsOf, roots, gaps },
    rankOf: new Map(inOrder.map(({ id }, at) => [id, at])),
    afterOf: countAfter(inOrder, causeOf),
    lanes: lanesOf(inOrder),
    firstAtMs: times.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
    lastAtMs: times.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY),
  };
}

/** Unlike `localeCompare`, the same on every machine. */
function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function append(map: Map<string, EnvelopeFacts[]>, key: string, envelope: EnvelopeFacts) {
  const list = map.get(key);
  if (list) list.push(envelope);
  else map.set(key, [envelope]);
}

/** The cause of each envelope, without those that close a circle. */
function causesOf(byId: ReadonlyMap<string, EnvelopeFacts>): ReadonlyMap<string, string> {
  const causes = new Map<string, string>();
  const settled = new Set<string>();
  for (const start of byId.keys()) {
    const path = new Set<string>();
    let at: string | undefined = start;
    while (at !== undefined && !settled.has(at)) {
      path.add(at);
      const cause: string | undefined = byId.get(at)?.causationId;
      if (cause === undefined || path.has(cause)) break;
      causes.set(at, cause);
      at = cause;
    }
    for (const id of path) settled.add(id);
  }
  return causes;
}

function rank(
  byId: ReadonlyMap<string, EnvelopeFacts>,
  causeOf: ReadonlyMap<string, string>,
): Ranked[] {
  const known = new Map<string, Ranked>();
  for (const start of byId.values()) {
    const path: EnvelopeFacts[] = [];
    let at: EnvelopeFacts | undefined = start;
    while (at && !known.has(at.id)) {
      path.push(at);
      at = byId.get(causeOf.get(at.id) ?? "");
    }
    for (const envelope of path.reverse()) {
      const cause = known.get(causeOf.get(envelope.id) ?? "");
      known.set(envelope.id, {
        envelope,
        hop: cause ? cause.hop + 1 : 0,
        effectiveMs: Math.max(envelope.atMs, cause?.effectiveMs ?? envelope.atMs),
      });
    }
  }
  return [...known.values()];
}

function countAfter(
  inOrder: readonly EnvelopeFacts[],
  causeOf: ReadonlyMap<string, string>,
): ReadonlyMap<string, number> {
  const after = new Map<string, number>();
  for (const { id } of inOrder.toReversed()) {
    const cause = causeOf.get(id);
    if (cause !== undefined) after.set(cause, (after.get(cause) ?? 0) + (after.get(id) ?? 0) + 1);
  }
  return after;
}

function lanesOf(inOrder: readonly EnvelopeFacts[]): ReadonlyMap<string, LaneFacts> {
  const lanes = new Map<
    string,
    { count: number; readonly machines: Set<string>; readonly topics: Set<string> }
  >();
  for (const envelope of inOrder) {
    const { machineId, machineVersion, service, topic } = envelope;
    const name = laneOf(envelope);
    const lane = lanes.get(name) ?? { count: 0, machines: new Set(), topics: new Set() };
    lanes.set(name, lane);
    lane.count += 1;
    if (machineId)
      lane.machines.add(machineVersion ? `${machineId} v${machineVersion}` : machineId);
    if (service !== undefined && topic) lane.topics.add(topic);
  }
  return new Map(
    [...lanes].map(([name, { count, machines, topics }]) => [
      name,
      { count, subtitles: subtitlesOf(machines, topics) },
    ]),
  );
}

function subtitlesOf(
  machines: ReadonlySet<string>,
  topics: ReadonlySet<string>,
): readonly string[] {
  if (machines.size > 0) return [...machines];
  return topics.size > 0 ? ["observed on", [...topics].join(", ")] : ["observed,", "no chart"];
}
