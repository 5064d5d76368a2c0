import type { Message } from "../../../envelope/messages/message.ts";
import { type Clock, systemClock } from "../../../kernel/clock.ts";
import { newId } from "../../../kernel/ids.ts";
import type {
  ClaimedRow,
  ClaimRequest,
  OutboxLetterReason,
  OutboxStorage,
  Receipt,
} from "../../../outbox/outbox-storage.ts";
import {
  checkOutgoing,
  type OutgoingTime,
  type OutgoingTimer,
  planTimers,
  type TimerOptions,
} from "../../../outbox/outgoing.ts";

/** A table of messages in process memory, for tests. */
export interface MemoryOutbox {
  readonly storage: OutboxStorage;
  /**
   * Write messages, in order.
   *
   * @returns their ids
   * @throws {InvalidConfigError} if a delay or time cannot be used, or goes with a key
   */
  add(messages: readonly NewRow[]): readonly string[];
  /** As `setTimers` of Postgres. @returns the timers that were written */
  setTimers(
    timers: readonly OutgoingTimer[],
    options?: TimerOptions,
  ): readonly Pick<OutgoingTimer, "topic" | "timerId">[];
  /** As `cancelTimers` of Postgres. @returns the names of those that will not be delivered */
  cancelTimers(topic: string, timerIds: readonly string[]): readonly string[];
  /** Everything that is held, delivered messages included. */
  rows(): readonly MemoryOutboxRow[];
  letters(): readonly MemoryOutboxLetter[];
}

/** What a row is made from; headers may be anything, as in a table that others write to. */
export type NewRow = Pick<Message, "topic" | "payload"> &
  OutgoingTime & {
    readonly key?: string;
    readonly headers?: unknown;
  };

/** A message, wherever it has come to. */
export interface MemoryOutboxRow {
  readonly id: string;
  readonly topic: string;
  readonly key: string | null;
  readonly payload: Uint8Array;
  readonly headers: unknown;
  /** When it was written; of what came later, when it was due. */
  readonly createdAtMs: number;
  readonly timerId?: string;
  status: "pending" | "delivered";
  token: string | undefined;
  owner: string | undefined;
  availableAtMs: number;
  attempts: number;
  deliveries: number;
  firstFailedAtMs: number | undefined;
  lastError: string | undefined;
}

/** A message that was given up. */
export interface MemoryOutboxLetter {
  readonly message: MemoryOutboxRow;
  readonly reason: OutboxLetterReason;
  readonly error: string;
  readonly isResolved: boolean;
}

export interface MemoryOutboxOptions {
  readonly clock?: Clock;
  /** Drop what is delivered instead of keeping it until it is purged; default keep. */
  readonly onDelivered?: "keep" | "delete";
}

export function createMemoryOutbox(options: MemoryOutboxOptions = {}): MemoryOutbox {
  const { clock = systemClock, onDelivered = "keep" } = options;
  const rows = new Map<string, MemoryOutboxRow>();
  const letters: MemoryOutboxLetter[] = [];
  let lastId = 0;
  const nowMs = () => clock.now().getTime();
  const pending = () => [...rows.values()].filter(({ status }) => status === "pending");

  const held = ({ id, token }: Receipt): MemoryOutboxRow | undefined => {
    const row = rows.get(id);
    return row?.status === "pending" && row.token === token ? row : undefined;
  };
  /** Change each row that is still held, and let go of it. */
  const settle = <Item>(
    items: readonly Item[],
    receiptOf: (item: Item) => Receipt,
    change: (row: MemoryOutboxRow, item: Item) => void,
  ): number => {
    let settled = 0;
    for (const item of items) {
      const row = held(receiptOf(item));
      if (row === undefined) continue;
      row.token = undefined;
      row.owner = undefined;
      change(row, item);
      settled += 1;
    }
    return settled;
  };
  const untried = (row: MemoryOutboxRow) => {
    row.deliveries -= 1;
  };

  const storage: OutboxStorage = {
    async claim(request) {
      const token = newId();
      return claimable(pending(), request, nowMs()).map((row) => {
        Object.assign(row, { token, owner: request.owner, deliveries: row.deliveries + 1 });
        row.availableAtMs = nowMs() + request.leaseMs;
        return toClaimed(row, token, nowMs());
      });
    },
    async renew(receipts, leaseMs) {
      const kept = receipts.filter((receipt) => held(receipt) !== undefined);
      for (const receipt of kept) {
        const row = held(receipt);
        if (row !== undefined) row.availableAtMs = nowMs() + leaseMs;
      }
      return kept;
    },
    complete: async (receipts) =>
      settle(
        receipts,
        (receipt) => receipt,
        (row) => {
          row.status = "delivered";
          if (onDelivered === "delete") rows.delete(row.id);
        },
      ),
    handBack: async (receipts, delayMs) =>
      settle(
        receipts,
        (receipt) => receipt,
        (row) => {
          untried(row);
          row.availableAtMs = nowMs() + delayMs;
        },
      ),
    retry: async (failures) =>
      settle(
        failures,
        ({ receipt }) => receipt,
        (row, { delayMs, error, counts }) => {
          row.availableAtMs = nowMs() + delayMs;
          row.lastError = error;
          row.firstFailedAtMs ??= nowMs();
          if (counts) row.attempts += 1;
          else untried(row);
        },
      ),
    deadLetter: async (given) =>
      settle(
        given,
        ({ receipt }) => receipt,
        (row, { reason, error, counts, isResolved }) => {
          rows.delete(row.id);
          if (counts) row.attempts += 1;
          row.lastError = error;
          letters.push({ message: row, reason, error, isResolved });
        },
      ),
    async stats(topics) {
      const isAsked = ({ topic }: { readonly topic: string }) => topics?.includes(topic) ?? true;
      const waiting = pending().filter(isAsked);
      const oldest = waiting.find(({ createdAtMs }) => createdAtMs <= nowMs());
      return {
        pending: waiting.length,
        oldestPendingAgeMs: oldest === undefined ? undefined : nowMs() - oldest.createdAtMs,
        dead: letters.filter(({ message, isResolved }) => !isResolved && isAsked(message)).length,
      };
    },
    async purge(olderThanMs) {
      const old = [...rows.values()].filter(
        ({ status, createdAtMs }) => status === "delivered" && createdAtMs <= nowMs() - olderThanMs,
      );
      for (const { id } of old) rows.delete(id);
      return old.length;
    },
  };

  const write = (
    message: NewRow & { readonly timerId?: string },
    id = String(++lastId),
  ): string => {
    rows.set(id, newRow(id, message, nowMs()));
    return id;
  };
  const timerOf = (topic: string, timerId: string) =>
    pending().find((row) => row.topic === topic && row.timerId === timerId);

  return {
    storage,
    add(messages) {
      checkOutgoing(messages.map(({ headers: _any, ...message }) => ({ ...message, headers: {} })));
      return messages.map((message) => write(message));
    },
    setTimers(timers, options = {}) {
      const written = planTimers(timers, options).filter((timer) => {
        const there = timerOf(timer.topic, timer.timerId);
        if (there !== undefined && options.whereSet === "keep") return false;
        write(timer, there?.id);
        return true;
      });
      return written.map(({ topic, timerId }) => ({ topic, timerId }));
    },
    cancelTimers: (topic, timerIds) =>
      [...new Set(timerIds)]
        .filter((timerId) => {
          const there = timerOf(topic, timerId);
          return there !== undefined && there.token === undefined && rows.delete(there.id);
        })
        .sort(),
    rows: () => [...rows.values()],
    letters: () => letters,
  };
}

function newRow(
  id: string,
  message: NewRow & { readonly timerId?: string },
  nowMs: number,
): MemoryOutboxRow {
  const { topic, key = null, payload, headers = {}, timerId, delayMs = 0, deliverAt } = message;
  const dueAtMs = deliverAt?.getTime() ?? nowMs + delayMs;
  return {
    ...{ id, topic, key, payload, headers, status: "pending" },
    ...(timerId === undefined ? {} : { timerId }),
    ...{ createdAtMs: dueAtMs, availableAtMs: dueAtMs, attempts: 0, deliveries: 0 },
    ...{ token: undefined, owner: undefined, firstFailedAtMs: undefined, lastError: undefined },
  };
}

/** What a claim gets: rows in the order they were written, but for those that something of their key stands before. */
function claimable(
  rows: readonly MemoryOutboxRow[],
  request: ClaimRequest,
  nowMs: number,
): readonly MemoryOutboxRow[] {
  const { topics, owner, limit, order, visibilityDelayMs = 0, reclaimsOwn = false } = request;
  const isHidden = (row: MemoryOutboxRow) =>
    row.createdAtMs > nowMs - visibilityDelayMs ||
    (row.availableAtMs > nowMs && !(reclaimsOwn && row.owner === owner));
  const heldUp = new Set<string>();
  const found: MemoryOutboxRow[] = [];
  for (const row of rows) {
    if (found.length >= limit) break;
    if (!(topics?.includes(row.topic) ?? true)) continue;
    if (row.key !== null && heldUp.has(row.key)) continue;
    if (!isHidden(row)) found.push(row);
    else if (row.key !== null && order === "strict") heldUp.add(row.key);
  }
  return found;
}

function toClaimed(row: MemoryOutboxRow, token: string, nowMs: number): ClaimedRow {
  const { id, topic, key, payload, headers, attempts, deliveries, firstFailedAtMs } = row;
  return {
    ...{ id, token, topic, key, payload, headers, attempts, deliveries },
    createdAt: new Date(row.createdAtMs),
    failingForMs: firstFailedAtMs === undefined ? 0 : nowMs - firstFailedAtMs,
  };
}
