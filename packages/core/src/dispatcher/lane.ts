import type { DeliveryRecord } from "../engine/records.ts";
import { type LaneName, laneKey, type Work } from "./work.ts";

/** Results, timers and commands: they are not ordered against deliveries and go first. */
interface Urgent {
  readonly work: Work;
  readonly notBeforeMs: number;
}

/** What one subject of one consumer has to do, as far as it is held in memory. */
export interface Lane {
  readonly key: string;
  readonly name: LaneName;
  /** Waiting deliveries in id order; the first one blocks the others until it is settled. */
  readonly queue: DeliveryRecord[];
  readonly urgent: Urgent[];
  /** What it does now. */
  current: Work | undefined;
  /** Monotonic time before which the first delivery is not tried. */
  notBeforeMs: number;
  /** More of it waits in the store: it is read by itself when it has room, and left out of other reads until then. */
  hasMore: boolean;
  /** Monotonic time before which what the store holds of it is not read. */
  readAtMs: number;
}

type DeliveryWork = Extract<Work, { readonly kind: "delivery" | "relay-result" }>;

export function createLane(name: LaneName): Lane {
  return {
    key: laneKey(name),
    name: { machineId: name.machineId, subject: name.subject },
    queue: [],
    urgent: [],
    current: undefined,
    notBeforeMs: 0,
    hasMore: false,
    readAtMs: 0,
  };
}

export function isDelivery(work: Work): work is DeliveryWork {
  return work.kind === "delivery" || work.kind === "relay-result";
}

export function isDoingDelivery({ current }: Lane): boolean {
  return current !== undefined && isDelivery(current);
}

/** Deliveries run ahead of attempts only when a worker died that held it. */
export function isSuspect(delivery: DeliveryRecord): boolean {
  return delivery.deliveries > delivery.attempts;
}

/** Work that may have ended a worker, and so is tried by itself. */
export type Suspect = Extract<Work, { readonly kind: "delivery" | "timer" }>;

/** Taken up by a worker before this one, and not ended: as when it died. */
function isSuspectTimer(work: Work): work is Extract<Work, { readonly kind: "timer" }> {
  return work.kind === "timer" && work.timer.deliveries > 1;
}

/** The suspect of a lane that is due: a timer, or the delivery at its head, which blocks it until it is tried by itself. */
export function suspectOf(
  { queue, urgent, notBeforeMs }: Lane,
  nowMs = Number.POSITIVE_INFINITY,
): Suspect | undefined {
  for (const { work, notBeforeMs: atMs } of urgent) {
    if (isSuspectTimer(work) && atMs <= nowMs) return work;
  }
  const [head] = queue;
  if (head === undefined || !isSuspect(head) || notBeforeMs > nowMs) return undefined;
  return { kind: "delivery", delivery: head };
}

/** Take a suspect out of its lane; a delivery stays at its head until it is settled. */
export function removeSuspect({ urgent }: Lane, suspect: Suspect): void {
  const at = urgent.findIndex(({ work }) => work === suspect);
  if (at >= 0) urgent.splice(at, 1);
}

/** When something of the lane may be done; undefined if nothing waits. */
export function dueAtMs({ urgent, queue, notBeforeMs }: Lane): number | undefined {
  let due = queue.length > 0 ? notBeforeMs : undefined;
  for (const { notBeforeMs: atMs } of urgent) due = due === undefined ? atMs : Math.min(due, atMs);
  return due;
}

/** Take out what a lane does next, of what is due. A suspect is left where it is. */
export function nextOf(lane: Lane, nowMs: number, only: "results" | undefined): Work | undefined {
  return takeUrgent(lane, nowMs, only) ?? (only === undefined ? headOf(lane, nowMs) : undefined);
}

function takeUrgent(
  { urgent }: Lane,
  nowMs: number,
  only: "results" | undefined,
): Work | undefined {
  if (urgent.length === 0) return undefined;
  const at = urgent.findIndex(
    ({ work, notBeforeMs }) =>
      notBeforeMs <= nowMs &&
      (only === undefined || work.kind === "effect-result") &&
      !isSuspectTimer(work),
  );
  return at < 0 ? undefined : urgent.splice(at, 1)[0]?.work;
}

function headOf({ queue, notBeforeMs }: Lane, nowMs: number): Work | undefined {
  const [delivery] = queue;
  if (delivery === undefined || notBeforeMs > nowMs || isSuspect(delivery)) return undefined;
  return { kind: "delivery", delivery };
}

/** Almost always at the end; a row that committed late goes before those with a higher id. */
export function insertInOrder(queue: DeliveryRecord[], delivery: DeliveryRecord): void {
  let at = queue.length;
  while (at > 0 && isLower(delivery.id, queue[at - 1]?.id ?? "")) at -= 1;
  queue.splice(at, 0, delivery);
}

/** Ids are whole numbers without leading zeros, in text. */
function isLower(one: string, other: string): boolean {
  return one.length === other.length ? one < other : one.length < other.length;
}
