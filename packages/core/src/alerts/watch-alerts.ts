import type { Logger } from "../kernel/logger.ts";
import type { AlertChannel, AlertMessage } from "./alert-channel.ts";
import type { AlertStore, ClaimedNotice, NoticeOutcome } from "./alert-store.ts";
import { planAlerts } from "./plan-alerts.ts";
import { LEAD_LEASE_MS } from "./raised-within.ts";

const NOTICES_MAX = 20;
/** Longer than one try may take, so that nobody sends beside another. */
const HIDE_MS = 60_000;
const KEEP_MS = 90 * 86_400_000;

/** Waits after the first, second, … try that failed; then the notice is given up. Two hours in all. */
export const RETRY_DELAYS_MS: readonly number[] = [
  5_000, 15_000, 60_000, 300_000, 900_000, 1_800_000, 3_600_000,
];

/** Tells a channel; throws what went wrong, without anything secret in the message. */
export type SendAlert = (
  channel: AlertChannel,
  message: AlertMessage,
  noticeId: string,
) => Promise<void>;

export interface AlertWatchOptions {
  readonly store: AlertStore;
  /** Names this process. */
  readonly owner: string;
  readonly send: SendAlert;
  readonly logger: Logger;
}

/** How many things one look did. */
export interface AlertLook {
  readonly leads: boolean;
  readonly changes: number;
  readonly notices: number;
}

/**
 * Look once: evaluate all rules if this process leads, and tell what is due. Whatever dies between the two is made up for by the
 * next look of any process, since what has to be told is written with the alert.
 */
export async function lookAtAlerts(
  options: AlertWatchOptions,
  now = new Date(),
): Promise<AlertLook> {
  const { told, ...look } = await beginLook(options, now);
  await told;
  return look;
}

/**
 * The same without waiting for whoever is told: a channel that does not answer holds up no other one and not the next look.
 *
 * @returns what was done, and `told`, which settles once each notice was told or put off, and never rejects
 */
export async function beginLook(
  options: AlertWatchOptions,
  now = new Date(),
): Promise<AlertLook & { readonly told: Promise<void> }> {
  const { store, owner } = options;
  if (!(await store.lead(owner, LEAD_LEASE_MS))) {
    return { leads: false, changes: 0, notices: 0, told: Promise.resolve() };
  }
  const rules = await store.rules();
  const open = await store.open();
  const readings = rules.some(({ enabled }) => enabled) ? await store.readings() : [];
  const changes = planAlerts(rules, readings, open);
  if (changes.length > 0) await store.apply(owner, changes, now);
  await store.forget(KEEP_MS);
  const notices = await store.claimNotices(NOTICES_MAX, HIDE_MS);
  const told = tellAll(options, notices);
  return { leads: true, changes: changes.length, notices: notices.length, told };
}

/** What could not be settled is due again once it is not hidden any more. */
async function tellAll(
  options: AlertWatchOptions,
  notices: readonly ClaimedNotice[],
): Promise<void> {
  const told = await Promise.allSettled(notices.map((notice) => tell(options, notice)));
  for (const each of told) {
    if (each.status === "fulfilled") continue;
    options.logger.warn("what became of a notice could not be noted", { error: each.reason });
  }
}

async function tell(options: AlertWatchOptions, notice: ClaimedNotice): Promise<void> {
  const outcome = await tryToTell(options, notice);
  const { id, channelId, attempts } = notice;
  if (outcome.kind !== "sent") {
    options.logger.warn("an alert could not be told", {
      ...{ notice: id, channel: channelId, attempts, outcome: outcome.kind, reason: outcome.error },
    });
  }
  await options.store.settleNotice(id, outcome);
}

async function tryToTell(
  { send }: AlertWatchOptions,
  notice: ClaimedNotice,
): Promise<NoticeOutcome> {
  const { channel, problem, message, id, attempts } = notice;
  if (channel === undefined) {
    return { kind: "gave up", error: problem ?? "the channel was deleted" };
  }
  try {
    await send(channel, message, id);
    return { kind: "sent" };
  } catch (error) {
    return outcomeOfFailure(attempts, error instanceof Error ? error.message : String(error));
  }
}

/** A try that failed is followed by another, later each time, until there were enough. */
export function outcomeOfFailure(attempts: number, error: string): NoticeOutcome {
  const delayMs = RETRY_DELAYS_MS[attempts - 1];
  return delayMs === undefined ? { kind: "gave up", error } : { kind: "again", error, delayMs };
}
