import type { AlertChannel, AlertMessage } from "./alert-channel.ts";
import type { AlertReading, AlertRule, OpenAlert } from "./alert-rule.ts";
import type { AlertChange } from "./plan-alerts.ts";

/** What has to be told to a channel, taken by whoever sends it now. */
export interface ClaimedNotice {
  readonly id: string;
  readonly channelId: string;
  /** Counts this try. */
  readonly attempts: number;
  readonly message: AlertMessage;
  /** Undefined: the channel is gone. */
  readonly channel: AlertChannel | undefined;
  /** Why the channel's secrets cannot be had; undefined: they can. */
  readonly problem: string | undefined;
}

/** How a try to tell ended. `again` comes after a wait. */
export type NoticeOutcome =
  | { readonly kind: "sent" }
  | { readonly kind: "again"; readonly error: string; readonly delayMs: number }
  | { readonly kind: "gave up"; readonly error: string };

/** Everything that watching needs of a store. */
export interface AlertStore {
  /**
   * Take or keep the lease under which one process evaluates.
   *
   * @returns whether it is this one's
   */
  lead(owner: string, leaseMs: number): Promise<boolean>;
  /** Let go of the lease. */
  resign(owner: string): Promise<void>;
  rules(): Promise<readonly AlertRule[]>;
  readings(): Promise<readonly AlertReading[]>;
  open(): Promise<readonly OpenAlert[]>;
  /**
   * Write what becomes of alerts and what has to be told, in one transaction. An alert that somebody else raised meanwhile is not
   * raised again.
   */
  apply(owner: string, changes: readonly AlertChange[], now: Date): Promise<void>;
  /** Notices that are due, hidden from others for a while. */
  claimNotices(limit: number, hideMs: number): Promise<readonly ClaimedNotice[]>;
  settleNotice(id: string, outcome: NoticeOutcome): Promise<void>;
  /** Forget alerts that recovered and notices that ended so long ago. */
  forget(keepMs: number): Promise<number>;
}
