import type { CancelTimer, Timers } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/logger.ts";
import type { ClaimedRow, OutboxStorage } from "../outbox-storage.ts";

/** A lease is renewed this many times before it would end. */
const RENEWALS = 3;

/** What was being done with messages when it turned out that their leases were over. */
export type LeasePhase = "renew" | "complete" | "retry" | "hand back" | "give up";

/** Knows which claimed messages are still ours, and keeps them so while they are worked on. */
export interface LeaseWatch {
  /** @param askedAtMs - before the claim was sent: the store's lease began then or later */
  add(rows: readonly ClaimedRow[], askedAtMs: number): void;
  /** Settled, one way or another. */
  remove(rows: readonly ClaimedRow[]): void;
  /** False once the lease may be over: somebody else may have the message. */
  isHeld(row: ClaimedRow): boolean;
  /** How many are held. */
  count(): number;
}

export interface LeaseWatchOptions {
  readonly storage: OutboxStorage;
  readonly leaseMs: number;
  readonly timers: Timers;
  /** Monotonic time of this process in milliseconds. */
  readonly nowMs: () => number;
  readonly logger: Logger;
  readonly onLost: (phase: LeasePhase, count: number) => void;
}

export function createLeaseWatch(options: LeaseWatchOptions): LeaseWatch {
  const { storage, leaseMs, timers, nowMs, logger, onLost } = options;
  const heldUntilMs = new Map<ClaimedRow, number>();
  let cancel: CancelTimer | undefined;

  const schedule = (): void => {
    if (cancel !== undefined || heldUntilMs.size === 0) return;
    cancel = timers.after(leaseMs / RENEWALS, () => {
      cancel = undefined;
      void renew().finally(schedule);
    });
  };

  const renew = async (): Promise<void> => {
    const askedAtMs = nowMs();
    const rows = [...heldUntilMs.keys()];
    if (rows.length === 0) return;
    try {
      const kept = new Set((await storage.renew(rows, leaseMs)).map(({ id }) => id));
      const lost = rows.filter((row) => heldUntilMs.has(row) && !kept.has(row.id));
      for (const row of rows) {
        if (!heldUntilMs.has(row)) continue; // settled meanwhile
        if (kept.has(row.id)) heldUntilMs.set(row, askedAtMs + leaseMs);
        else heldUntilMs.set(row, Number.NEGATIVE_INFINITY);
      }
      if (lost.length > 0) onLost("renew", lost.length);
    } catch (error) {
      logger.warn("leases could not be renewed", { count: rows.length, error });
    }
  };

  return {
    add(rows, askedAtMs) {
      for (const row of rows) heldUntilMs.set(row, askedAtMs + leaseMs);
      schedule();
    },
    remove(rows) {
      for (const row of rows) heldUntilMs.delete(row);
      if (heldUntilMs.size > 0) return;
      cancel?.();
      cancel = undefined;
    },
    isHeld: (row) => (heldUntilMs.get(row) ?? 0) > nowMs(),
    count: () => heldUntilMs.size,
  };
}
