import type { Logger } from "../kernel/logger.ts";
import type { BatchHandover } from "./batch-handover.ts";
import type { FeedCursorStore, FeedPage, FeedPartition, FeedSource } from "./feed-stores.ts";
import type { LeaseKeeper } from "./lease-keeper.ts";
import { createTally, type FeedCycleResult, type Tally } from "./tally.ts";

/** What one cycle works with. */
export interface DrainParts {
  readonly partition: FeedPartition;
  readonly batchSize: number;
  /** Exact envelope types; undefined for all. */
  readonly types: readonly string[] | undefined;
  readonly source: FeedSource;
  readonly cursors: FeedCursorStore;
  readonly lease: LeaseKeeper;
  readonly handover: BatchHandover;
  readonly isStopping: () => boolean;
  readonly logger: Logger;
}

/** One cycle: lead, read the cursor, then page by page until one is empty; each is handed on before the cursor is moved. */
export async function drainFeed(parts: DrainParts): Promise<FeedCycleResult> {
  const { partition, source, lease, logger } = parts;
  const tally = createTally();
  if ((await lease.ensure()) === "unavailable") return tally.result("lease_unavailable");
  const lineage = await openStream(parts, tally);
  if (lineage === undefined) return tally.result("completed");
  if (!(await findPlace(parts, tally))) return tally.result("lease_unavailable");
  for (let pages = 0; !parts.isStopping(); pages += 1) {
    const page = await readPage(parts, tally);
    if (page.scannedTo === undefined) break;
    const leads = pages === 0 || (await lease.renewIfDue());
    if (!leads || !(await parts.handover.handOn(page, lineage, tally))) {
      lease.drop();
      logger.warn("a feed's lease was lost: another worker leads", { ...partition });
      return tally.result("lease_lost");
    }
    if (page.records.length < parts.batchSize) {
      tally.heldBack((await source.advance(partition.topic)).isHeldBack);
    }
  }
  return tally.result("completed");
}

/** @returns the stream's lineage; undefined if it cannot be read yet */
async function openStream(
  { source, partition, lease, isStopping }: DrainParts,
  tally: Tally,
): Promise<string | undefined> {
  for (;;) {
    const { state, lineage, isHeldBack } = await source.advance(partition.topic);
    tally.heldBack(isHeldBack);
    if (state === "open") return lineage;
    if (state === "blocked" || isStopping() || !(await lease.renewIfDue())) return undefined;
  }
}

/**
 * Read the cursor. If it was moved under the leader, or the lease taken without its knowing, the lease is asked for once more.
 *
 * @returns whether this worker leads
 */
async function findPlace(
  { cursors, partition, lease }: DrainParts,
  tally: Tally,
): Promise<boolean> {
  let cursor = await cursors.read(partition, lease.fence());
  if (cursor === "fenced") {
    lease.drop();
    if ((await lease.ensure()) === "unavailable") return false;
    cursor = await cursors.read(partition, lease.fence());
  }
  if (cursor === "fenced") return false;
  tally.moveTo(cursor);
  return true;
}

async function readPage(
  { source, partition, batchSize, types, logger }: DrainParts,
  tally: Tally,
): Promise<FeedPage> {
  const after = tally.cursor() ?? 0n;
  const page = await source.readPage({ ...partition, after, limit: batchSize, types });
  const { gone } = page;
  if (gone > 0) {
    logger.error("events were gone before a feed could hand them on", { ...partition, gone });
  }
  return page;
}
