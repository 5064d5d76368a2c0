import type { Logger } from "../../kernel/logger.ts";
import type { OutboxStorage } from "../outbox-storage.ts";
import { errorText } from "./error-text.ts";
import type { LeasePhase } from "./lease-watch.ts";
import type { Outcome } from "./outcome.ts";

/** Writes down what came of messages. */
export type SettleOutcomes = (outcomes: readonly Outcome[]) => Promise<void>;

/**
 * Each kind of outcome is one statement, and the failure of one keeps none of the others from being written: what could not be
 * settled comes again when its lease is over.
 */
export function createSettler(
  storage: OutboxStorage,
  logger: Logger,
  onLost: (phase: LeasePhase, count: number) => void,
): SettleOutcomes {
  const attempt = async (phase: LeasePhase, count: number, write: () => Promise<number>) => {
    if (count === 0) return;
    try {
      const done = await write();
      if (done < count) onLost(phase, count - done);
    } catch (error) {
      logger.error("messages could not be settled: they come again when their leases are over", {
        ...{ phase, count, error },
      });
    }
  };
  const of = <Kind extends Outcome["kind"]>(outcomes: readonly Outcome[], ...kinds: Kind[]) =>
    outcomes.filter((one): one is Extract<Outcome, { kind: Kind }> =>
      (kinds as readonly string[]).includes(one.kind),
    );

  return async (outcomes) => {
    const done = of(outcomes, "delivered", "dropped").map(({ row }) => row);
    await attempt("complete", done.length, () => storage.complete(done));
    const failed = of(outcomes, "retry");
    await attempt("retry", failed.length, () =>
      storage.retry(
        failed.map(({ row: receipt, delayMs, error, counts }) => ({
          ...{ receipt, delayMs, counts, error: errorText(error) },
        })),
      ),
    );
    for (const [delayMs, rows] of byDelay(of(outcomes, "blocked", "untried"))) {
      await attempt("hand back", rows.length, () => storage.handBack(rows, delayMs));
    }
    const dead = of(outcomes, "dead");
    await attempt("give up", dead.length, () =>
      storage.deadLetter(
        dead.map(({ row: receipt, reason, error, counts, isResolved }) => ({
          ...{ receipt, reason, counts, isResolved, error: errorText(error) },
        })),
      ),
    );
  };
}

function byDelay(
  outcomes: readonly Extract<Outcome, { kind: "blocked" | "untried" }>[],
): ReadonlyMap<number, Extract<Outcome, { kind: "blocked" }>["row"][]> {
  const groups = new Map<number, Extract<Outcome, { kind: "blocked" }>["row"][]>();
  for (const { row, delayMs = 0 } of outcomes) {
    groups.set(delayMs, [...(groups.get(delayMs) ?? []), row]);
  }
  return groups;
}
