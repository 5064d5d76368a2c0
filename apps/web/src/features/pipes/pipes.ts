import { formatDuration } from "@/lib/format-duration.ts";
import { formatCount, formatPlural } from "@/lib/format-number.ts";
import type { RouterOutputs } from "@/trpc/react.tsx";
import type { StateName } from "@/ui/state-table.ts";
import type { TrendValue } from "@/ui/trend-runs.ts";

/** Everything the page shows. */
export type Pipes = RouterOutputs["pipes"]["get"];
export type OutboxLine = Pipes["outbox"][number];
export type Feed = Pipes["feeds"][number];
export type Worker = Pipes["workers"][number];
export type Holder = Pipes["holders"][number];
export type Lease = Pipes["leases"][number];
type TrendLine = Pipes["trend"]["lines"][number];

/** How something stands, as its glyph, and in words. */
export interface Standing {
  readonly state: StateName;
  readonly words: string;
}

/** A worker says that it lives every few seconds. */
const SILENT_MS = 15_000;
/** A feed whose oldest event is so old does not merely work through a burst. */
const STILL_MS = 60_000;

/** What takes it; the project stands for events of types that no route takes, which become dead letters. */
export function takerWords({ kind, project, name }: OutboxLine): "relay" | "machine" | "unrouted" {
  if (kind === "relay") return "relay";
  return name === project ? "unrouted" : "machine";
}

export function standingOfLine(line: OutboxLine): Standing {
  if (line.waiting === 0) {
    return line.dead === 0
      ? { state: "done", words: "all handed on" }
      : { state: "dead", words: formatPlural(line.dead, "dead letter") };
  }
  if (line.retrying > 0) {
    return { state: "overdue", words: `${formatCount(line.retrying)} tried before` };
  }
  return { state: "waiting", words: "at work" };
}

export function standingOfFeed(feed: Feed): Standing {
  if (!feed.declared) return { state: "unreachable", words: "not declared any more" };
  if (feed.lastError) return { state: "failed", words: feed.lastError.message };
  if (feed.streamState !== "open")
    return { state: "waiting", words: "its topic is being numbered" };
  if (feed.leader === null) return { state: "stuck", words: "nobody leads it" };
  if (feed.oldestAt === null) return { state: "done", words: "all handed on" };
  const ageMs = feed.now.getTime() - feed.oldestAt.getTime();
  const advancedMs = feed.now.getTime() - (feed.advancedAt ?? feed.registeredAt).getTime();
  return ageMs > STILL_MS && advancedMs > STILL_MS
    ? { state: "stuck", words: "stands still" }
    : { state: "waiting", words: "moving" };
}

export function standingOfWorker(worker: Worker): Standing {
  const silentMs = worker.now.getTime() - worker.heartbeatAt.getTime();
  if (worker.stoppedAt !== null) return { state: "unreachable", words: "stopped" };
  return silentMs > SILENT_MS
    ? { state: "failed", words: `silent for ${formatDuration(silentMs)}` }
    : { state: "done", words: "alive" };
}

/**
 * Whether it may still hold something that could be handed back: one that stopped, or was found gone, holds nothing once its leases are
 * over.
 */
export function mayHoldLeases(worker: Worker): boolean {
  if (standingOfWorker(worker).state === "done") return false;
  const silentMs = worker.now.getTime() - worker.heartbeatAt.getTime();
  return worker.stoppedAt === null || worker.shards > 0 || silentMs < LEASES_OVER_MS;
}

/** Leases of calls last longest: a quarter of a minute, unless they are renewed. */
const LEASES_OVER_MS = 60_000;

/** How many events a partition has still to hand on, at most: those of other partitions between them are counted too. */
export function behindOf(feed: Pick<Feed, "behind" | "notNumbered" | "oldestAt">): number {
  return feed.oldestAt === null ? 0 : Number(feed.behind) + Number(feed.notNumbered);
}

/** Whatever publishes holds its topic up for a moment; this long is no moment. */
const LASTING_MS = 5_000;

/** Transactions that hold feeds up and will not be over by the time they are read about. */
export function lastingHolders(holders: readonly Holder[]): readonly Holder[] {
  return holders.filter(
    ({ openSince, now }) => openSince === null || now.getTime() - openSince.getTime() >= LASTING_MS,
  );
}

/** The worker behind an id: `host:pid:…`. */
export function workerName(id: string): string {
  const [host = id, pid] = id.split(":");
  return pid === undefined ? host : `${host} ${pid}`;
}

/** How much waited for one of them, bucket by bucket; undefined: nothing did. */
export function trendOf(
  { trend }: Pick<Pipes, "trend">,
  of: Pick<TrendLine, "kind" | "project" | "name">,
): readonly TrendValue[] | undefined {
  return trend.lines.find(
    ({ kind, project, name }) => kind === of.kind && project === of.project && name === of.name,
  )?.waiting;
}

/** In how much of the chart nobody looked; undefined: somebody always did. The running bucket is always looked at. */
export function missingInWords({ bucketMs, all, missing }: Pipes["trend"]): string | undefined {
  if (missing === 0) return undefined;
  const of = all.waiting.length - 1;
  const unit =
    bucketMs === MINUTE_MS
      ? "minutes"
      : bucketMs === HOUR_MS
        ? "hours"
        : `spans of ${formatDuration(bucketMs)}`;
  return `No worker looked in ${missing} of the ${of} ${unit} before this one.`;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** The fence tokens of some leases: `#812`, or the least and the greatest. */
export function tokensInWords({ lowestToken, highestToken }: Lease): string {
  return lowestToken === highestToken ? `#${lowestToken}` : `#${lowestToken}–${highestToken}`;
}

/** The page in one line. */
export function pipesInWords(pipes: Pipes): string {
  const waiting = pipes.outbox.reduce((sum, line) => sum + line.waiting, 0);
  const feeds = new Set(pipes.feeds.map(({ project, name }) => `${project}/${name}`)).size;
  const alive = pipes.workers.filter((worker) => standingOfWorker(worker).state === "done").length;
  return [
    `${pipes.isCut ? "≥ " : ""}${formatPlural(waiting, "delivery", "deliveries")} to do`,
    formatPlural(pipes.outbox.filter(({ kind }) => kind === "relay").length, "relay"),
    formatPlural(feeds, "feed"),
    `${formatPlural(alive, "worker")} alive`,
  ].join(", ");
}

/** Who holds a topic up, and for how long. */
export function holderInWords(holder: Holder): string {
  if (holder.pid === null) return "A prepared transaction is open.";
  const who = holder.application || holder.user || "a session";
  const since =
    holder.openSince === null
      ? ""
      : `, open for ${formatDuration(holder.now.getTime() - holder.openSince.getTime())}`;
  return `A transaction of ${who} (server process ${holder.pid}${since}) is older than what waits.`;
}
