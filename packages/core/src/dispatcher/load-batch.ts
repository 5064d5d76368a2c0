import type { InstanceKey, LaneStore, LoadedWork, ReceiptKey } from "../engine/engine-store.ts";
import type { InstanceCache } from "./instance-cache.ts";
import type { PreparedWork } from "./plan-work.ts";
import type { RedeliveryWatch } from "./redelivery-watch.ts";
import { laneKey, laneOf } from "./work.ts";

/** Where what a batch needs is read from. */
export interface LoadDependencies {
  readonly store: Pick<LaneStore, "load">;
  /** Make chart versions known to the catalog before planning. */
  readonly prepareCharts: (chartIds: readonly number[]) => Promise<void>;
  readonly cache: Pick<InstanceCache, "find">;
  readonly redeliveries: Pick<RedeliveryWatch, "areExpected">;
}

/** What planning knows, and how it came to know it. */
export interface Loaded {
  readonly work: LoadedWork;
  /** Lanes whose instance was not read. */
  readonly fromCache: ReadonlySet<string>;
  readonly askedInbox: boolean;
}

/** Read only what is not known. */
export async function loadUnknown(
  deps: LoadDependencies,
  prepared: readonly PreparedWork[],
): Promise<Loaded> {
  const lanes = lanesOf(prepared);
  const known = new Map(
    lanes.flatMap((lane) => {
      const instance = deps.cache.find(lane);
      return instance === undefined ? [] : [[laneKey(lane), instance] as const];
    }),
  );
  const unknown = lanes.filter((lane) => !known.has(laneKey(lane)));
  const askedInbox = deps.redeliveries.areExpected();
  const receipts = askedInbox ? prepared.flatMap(receiptKeyOf) : [];
  const isKnown = unknown.length + receipts.length === 0;
  const stored = isKnown ? NOTHING : await deps.store.load(uniqueKeys(unknown), receipts);
  const instanceOf = (key: InstanceKey) => {
    const instance = known.get(laneKey(key)) ?? stored.instance(key);
    return instance === "none" ? undefined : instance;
  };
  const work: LoadedWork = { instance: instanceOf, receipt: stored.receipt };
  await prepareChartsOf(deps, lanes, work);
  return { work, fromCache: new Set(known.keys()), askedInbox };
}

const NOTHING: LoadedWork = { instance: () => undefined, receipt: () => undefined };

/** Read what planning needs, as the store holds it now. */
export async function load(
  deps: LoadDependencies,
  prepared: readonly PreparedWork[],
): Promise<LoadedWork> {
  const lanes = lanesOf(prepared);
  const work = await deps.store.load(uniqueKeys(lanes), prepared.flatMap(receiptKeyOf));
  await prepareChartsOf(deps, lanes, work);
  return work;
}

async function prepareChartsOf(
  deps: LoadDependencies,
  lanes: readonly InstanceKey[],
  work: LoadedWork,
): Promise<void> {
  const chartIds = new Set(lanes.flatMap((lane) => work.instance(lane)?.chartId ?? []));
  await deps.prepareCharts([...chartIds]);
}

function lanesOf(prepared: readonly PreparedWork[]): readonly InstanceKey[] {
  return prepared.flatMap(({ work }) => (work.kind === "relay-result" ? [] : [laneOf(work)]));
}

function uniqueKeys(lanes: readonly InstanceKey[]): readonly InstanceKey[] {
  return [...new Map(lanes.map((lane) => [laneKey(lane), lane])).values()];
}

function receiptKeyOf({ dedup }: PreparedWork): readonly ReceiptKey[] {
  return dedup?.kind === "key" ? [dedup.key] : [];
}
