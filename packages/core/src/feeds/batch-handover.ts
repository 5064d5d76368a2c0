import type { Logger } from "../kernel/logger.ts";
import type { FeedPoisonPolicy, FeedRecord } from "../projects/feed.ts";
import { DeadlyEventError, SinkTimeoutError } from "./errors.ts";
import { buildFeedLetter, type FeedLetterContext, feedErrorRecord } from "./feed-letter.ts";
import type { CursorMove, FeedCursorStore, FeedPage, FeedPartition } from "./feed-stores.ts";
import type { LeaseKeeper } from "./lease-keeper.ts";
import { decidePoison, halvesOf, type Refusal, refusalOf } from "./poison.ts";
import type { SinkInUse } from "./sink-in-use.ts";
import { createSuspicion, DEADLY_TRIES } from "./suspicion.ts";
import type { Tally } from "./tally.ts";

/** Hands pages to the sink and moves the cursor behind what was taken, never before. */
export interface BatchHandover {
  /**
   * @returns whether this worker still leads
   * @throws what the sink threw, once the failure is noted and the policy says to wait
   */
  handOn(page: FeedPage, lineage: string, tally: Tally): Promise<boolean>;
}

export interface BatchHandoverOptions {
  readonly partition: FeedPartition;
  readonly policy: FeedPoisonPolicy;
  readonly cursors: FeedCursorStore;
  readonly sink: SinkInUse;
  readonly lease: LeaseKeeper;
  readonly letters: FeedLetterContext;
  readonly onSkipped: (error: unknown) => void;
  readonly logger: Logger;
}

/** One batch on its way, and what the cycle knows of it. */
interface Handing {
  readonly lineage: string;
  readonly tally: Tally;
  /** How often the batch has failed in a row. */
  readonly failures: number;
}

/** What a sink left of a batch. */
interface Leftover {
  readonly rest: readonly FeedRecord[];
  readonly refusal: Refusal;
}

export function createBatchHandover(options: BatchHandoverOptions): BatchHandover {
  const { partition, policy, cursors, sink, lease, letters, onSkipped, logger } = options;

  const moveTo = async (tally: Tally, move: Omit<CursorMove, "fence">): Promise<boolean> => {
    const moved = await cursors.advance(partition, { ...move, fence: lease.fence() });
    if (moved === "fenced") return false;
    tally.moveTo(move.position);
    return true;
  };

  /** @returns `lost`, what is left, or undefined when all of it was taken */
  const offer = async (
    batch: readonly FeedRecord[],
    { lineage, tally }: Handing,
    upTo = positionOf(batch.at(-1)),
  ): Promise<"lost" | Leftover | undefined> => {
    try {
      if (batch.length > 0) {
        tally.taken(batch.length, await sink.deliver(lineage, batch));
        tally.batchTaken();
      }
    } catch (thrown) {
      const refusal = refusalOf(thrown);
      const taken = batch.slice(0, refusal.accepted);
      tally.taken(taken.length, 0);
      const leads =
        taken.length === 0 || (await moveTo(tally, { position: positionOf(taken.at(-1)) }));
      return leads ? { rest: batch.slice(refusal.accepted), refusal } : "lost";
    }
    return (await moveTo(tally, { position: upTo })) ? undefined : "lost";
  };

  const leaveOut = async (
    record: FeedRecord,
    error: unknown,
    { tally, failures: attempts }: Handing,
  ): Promise<boolean> => {
    const letter = buildFeedLetter(letters, record, { error, attempts });
    const closeLetters = policy !== "block" && policy.kind === "skip";
    const position = positionOf(record);
    if (!(await moveTo(tally, { position, letters: [letter], closeLetters }))) return false;
    tally.skipped();
    onSkipped(error);
    const { id, position: at } = record;
    logger.error("a feed left an event out", { ...partition, id, at, letterId: letter.id, error });
    return true;
  };

  /** Find the bad ones among events that were refused: whatever stands alone and is refused is left out. */
  const split = async ({ rest, refusal }: Leftover, handing: Handing): Promise<boolean> => {
    const [first] = rest;
    if (first === undefined) return true;
    const known = refusal.pointsAtOne || rest.length === 1;
    if (known && !(await leaveOut(first, refusal.error, handing))) return false;
    for (const part of known ? [rest.slice(1)] : halvesOf(rest)) {
      if (part.length > 0 && !(await probe(part, handing))) return false;
    }
    return true;
  };

  const probe = async (batch: readonly FeedRecord[], handing: Handing): Promise<boolean> => {
    if (!(await lease.renewIfDue())) return false;
    const left = await offer(batch, handing);
    if (left === "lost") return false;
    if (left === undefined) return true;
    if (!left.refusal.counts) throw left.refusal.error;
    return await split(left, handing);
  };

  const handBatch = async (page: FeedPage, lineage: string, tally: Tally): Promise<boolean> => {
    const handing = { lineage, tally, failures: 0 };
    const left = await offer(page.records, handing, page.scannedTo);
    if (left === "lost") return false;
    const [first] = left?.rest ?? [];
    if (left === undefined || first === undefined) return true;
    const { refusal } = left;
    if (refusal.accepted > 0 && refusal.error instanceof SinkTimeoutError) return true; // slow, but it moves
    const failures = await cursors.noteFailure(partition, {
      after: tally.cursor() ?? 0n,
      error: feedErrorRecord(letters, refusal.error, 1),
      counts: refusal.counts,
      fence: lease.fence(),
    });
    if (failures === "fenced") return false;
    const { action } = decidePoison(policy, refusal, failures);
    if (action === "wait") throw refusal.error;
    if (action === "bisect") return await split(left, { ...handing, failures });
    return await leaveOut(first, refusal.error, { ...handing, failures });
  };

  const suspicion = createSuspicion();
  /** Where a leader died: each try is noted before it begins, since nobody may be left to note its end. */
  const handSuspects = async (page: FeedPage, lineage: string, tally: Tally): Promise<boolean> => {
    const fence = lease.fence();
    const [first] = page.records;
    const suspect = suspicion.of(fence);
    if (fence === undefined || first === undefined || suspect === undefined) {
      return await handBatch(page, lineage, tally);
    }
    const { tries, isAlone } = suspect;
    if (tries >= DEADLY_TRIES) {
      const error = new DeadlyEventError(first.position);
      if (policy === "block") throw error;
      suspicion.end();
      return await leaveOut(first, error, { lineage, tally, failures: tries + 1 });
    }
    const attempt = { after: tally.cursor() ?? 0n, tries: tries + 1, fence };
    if ((await cursors.noteTry(partition, attempt)) === "fenced") return false;
    const alone = { ...page, records: [first], scannedTo: positionOf(first) };
    let leads = false;
    try {
      leads = await handBatch(isAlone ? alone : page, lineage, tally);
    } catch (error) {
      suspicion.end(); // refused, and nobody died
      throw error;
    }
    suspicion.survived(page.records.length);
    return leads;
  };

  return { handOn: handSuspects };
}

function positionOf(record: FeedRecord | undefined): bigint {
  return BigInt(record?.position ?? 0);
}
