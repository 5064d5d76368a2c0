/** What one read says about the queue, besides its deliveries: all of them whole numbers in text. */
export interface QueueView {
  /** Oldest transaction that was under way when the read began, and the first that had not begun. */
  readonly xmin: string;
  readonly xmax: string;
  /** Highest id that was handed out so far, looked at after that. */
  readonly lastId: string;
  /** Lowest id that the read saw, of whatever project; undefined if it saw none. */
  readonly lowestId?: string;
}

/**
 * The id below which no delivery can appear any more, so that reads need not pass over what was done long ago: its index entries
 * stay until they are vacuumed.
 *
 * A transaction draws the id of a delivery after it has written the delivery's event, and so has a number of its own by then: whoever
 * draws an id up to one that was seen handed out is among the transactions that had begun before the next look. When all
 * of those have ended, everything that will ever have such an id is to be seen.
 */
export interface DeliveryFloor {
  /** The lowest id that is worth looking at. */
  readonly id: string;
  /** Learn from a read that began at the floor. */
  learn(view: QueueView): void;
}

export function createDeliveryFloor(): DeliveryFloor {
  let floor = 0n;
  let last: bigint | undefined; // handed out at the look before this one
  let awaited: { readonly id: bigint; readonly xmax: bigint } | undefined;

  return {
    get id() {
      return floor.toString();
    },
    learn({ xmin, xmax, lastId, lowestId }) {
      if (awaited !== undefined && BigInt(xmin) >= awaited.xmax) {
        const lowest = lowestId === undefined ? awaited.id : BigInt(lowestId);
        const safe = lowest < awaited.id ? lowest : awaited.id;
        if (safe > floor) floor = safe;
        awaited = undefined;
      }
      if (awaited === undefined && last !== undefined && last > floor) {
        awaited = { id: last, xmax: BigInt(xmax) };
      }
      last = BigInt(lastId);
    },
  };
}
