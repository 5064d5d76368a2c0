/** Items in lanes: of each lane one is out at a time, in order; lanes take turns. */
export interface Lanes<Item> {
  add(lane: string, item: Item): void;
  /** The next item whose lane has none out; its lane is busy until {@link free} or {@link putBack}. */
  take(nowMs: number): Item | undefined;
  /** What was taken from the lane is done with. */
  free(lane: string): void;
  /** What was taken goes back to the front of its lane, and not before its time. */
  putBack(lane: string, item: Item, dueAtMs: number): void;
  /** How many wait. */
  size(): number;
  /** When the earliest of those that wait for their time may be taken; undefined if none does. */
  nextDueMs(): number | undefined;
  /** Take out all that wait, or those that are asked for. */
  removeWaiting(isMeant?: (item: Item) => boolean): readonly Item[];
  /** All that wait, lane by lane. */
  waiting(): readonly Item[];
}

interface Lane<Item> {
  items: Item[];
  busy: boolean;
  dueAtMs: number;
}

/** Each operation costs the same however many lanes there are, but for those that look at all. */
export function createLanes<Item>(): Lanes<Item> {
  const lanes = new Map<string, Lane<Item>>();
  /** Lanes that can be taken from, next first. */
  let front: string[] = [];
  let ready: string[] = [];
  const delayed = new Set<string>();
  let waiting = 0;

  const laneOf = (name: string): Lane<Item> => {
    const known = lanes.get(name);
    if (known !== undefined) return known;
    const made = { items: [], busy: false, dueAtMs: 0 };
    lanes.set(name, made);
    return made;
  };
  /** Both lists are read from their ends: taking from the front of an array would move the rest. */
  const nextReady = (): string | undefined => {
    if (front.length === 0) {
      front = ready.reverse();
      ready = [];
    }
    return front.pop();
  };
  const dueOf = (name: string) => lanes.get(name)?.dueAtMs ?? 0;
  /** What was put back goes before what came later. */
  const wakeDelayed = (nowMs: number): void => {
    const due = [...delayed].filter((name) => dueOf(name) <= nowMs);
    for (const name of due) delayed.delete(name);
    front.push(...due.sort((first, second) => dueOf(first) - dueOf(second)).reverse());
  };

  return {
    add(name, item) {
      const lane = laneOf(name);
      lane.items.push(item);
      waiting += 1;
      if (lane.items.length === 1 && !lane.busy) ready.push(name);
    },
    take(nowMs) {
      if (delayed.size > 0) wakeDelayed(nowMs);
      for (let name = nextReady(); name !== undefined; name = nextReady()) {
        const lane = lanes.get(name);
        if (lane === undefined || lane.busy || delayed.has(name)) continue;
        const item = lane.items.shift();
        if (item === undefined) continue;
        lane.busy = true;
        waiting -= 1;
        return item;
      }
      return undefined;
    },
    free(name) {
      const lane = lanes.get(name);
      if (lane === undefined) return;
      lane.busy = false;
      if (lane.items.length === 0) lanes.delete(name);
      else if (!delayed.has(name)) ready.push(name);
    },
    putBack(name, item, dueAtMs) {
      const lane = laneOf(name);
      lane.items.unshift(item);
      waiting += 1;
      lane.busy = false;
      lane.dueAtMs = dueAtMs;
      delayed.add(name);
    },
    size: () => waiting,
    nextDueMs() {
      let least: number | undefined;
      for (const name of delayed) {
        const dueAtMs = lanes.get(name)?.dueAtMs;
        if (dueAtMs !== undefined && (least === undefined || dueAtMs < least)) least = dueAtMs;
      }
      return least;
    },
    removeWaiting(isMeant = () => true) {
      const removed: Item[] = [];
      for (const [name, lane] of lanes) {
        removed.push(...lane.items.filter(isMeant));
        lane.items = lane.items.filter((item) => !isMeant(item));
        if (lane.items.length > 0) continue;
        delayed.delete(name);
        if (!lane.busy) lanes.delete(name);
      }
      waiting -= removed.length;
      return removed;
    },
    waiting: () => [...lanes.values()].flatMap(({ items }) => items),
  };
}
