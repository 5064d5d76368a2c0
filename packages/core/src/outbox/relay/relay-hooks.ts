import type { Message } from "../../envelope/messages/message.ts";
import type { Logger } from "../../kernel/logger.ts";
import type { ClaimedRow, OutboxLetterReason } from "../outbox-storage.ts";
import type { LeasePhase } from "../work/lease-watch.ts";
import type { Outcome } from "../work/outcome.ts";
import type { RelayRound } from "./relay-round.ts";

/** What a relay tells of its work, for metrics and logs. A hook that throws changes nothing. */
export interface RelayHooks {
  readonly onClaimed?: (rows: readonly ClaimedRow[]) => void;
  /** A message goes to the far side, or to its handler. */
  readonly onOffered?: (message: Message) => void;
  readonly onPublished?: (message: Message) => void;
  readonly onRetry?: (row: ClaimedRow, failure: RelayRetry) => void;
  readonly onDeadLetter?: (row: ClaimedRow, letter: RelayLetter) => void;
  /** A message waits, since one before it of its key is to be tried again. */
  readonly onBlocked?: (row: ClaimedRow, head: ClaimedRow) => void;
  /** Leases were over before their messages were renewed or settled: these come again, and others may have them by now. */
  readonly onLeaseLost?: (lost: LostLeases) => void;
  /** A stop took longer than its deadline, and what was still in hand is given up and handed back. */
  readonly onDrainTimeout?: () => void;
  readonly onRound?: (round: RelayRound, durationMs: number) => void;
}

/** See {@link RelayHooks.onLeaseLost}. */
export interface LostLeases {
  readonly phase: LeasePhase;
  readonly count: number;
}

/** A try that failed. */
export interface RelayRetry {
  readonly error: unknown;
  readonly delayMs: number;
}

/** Why a message was given up. */
export interface RelayLetter {
  readonly error: unknown;
  readonly reason: OutboxLetterReason;
}

/** Tells hooks, and survives them. */
export function createTeller(hooks: RelayHooks, logger: Logger) {
  const tell = <Name extends keyof RelayHooks>(
    name: Name,
    ...facts: Parameters<NonNullable<RelayHooks[Name]>>
  ): void => {
    const hook = hooks[name] as ((...facts: unknown[]) => unknown) | undefined;
    const complain = (error: unknown) => logger.warn("a hook failed", { hook: name, error });
    try {
      const answer = hook?.(...facts);
      if (answer instanceof Promise) answer.catch(complain);
    } catch (error) {
      complain(error);
    }
  };
  return {
    tell,
    leaseLost(phase: LeasePhase, count: number): void {
      logger.warn("lease lost", { phase, lost: count });
      tell("onLeaseLost", { phase, count });
    },
    outcome(outcome: Outcome): void {
      const { row } = outcome;
      if (outcome.kind === "delivered") tell("onPublished", outcome.message);
      if (outcome.kind === "blocked") tell("onBlocked", row, outcome.head);
      if (outcome.kind === "retry") {
        const { error, delayMs } = outcome;
        tell("onRetry", row, { error, delayMs });
      }
      if (outcome.kind === "dead") {
        const { error, reason } = outcome;
        tell("onDeadLetter", row, { error, reason });
      }
    },
  };
}
