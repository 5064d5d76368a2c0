import type { Timers } from "../../kernel/clock.ts";
import { exponentialDelayMs } from "../../kernel/exponential-delay.ts";
import type { Logger } from "../../kernel/logger.ts";
import type { DecodeBody } from "../message-body.ts";
import type { ClaimedRow, OutboxStorage } from "../outbox-storage.ts";
import { createTeller, type RelayHooks } from "../relay/relay-hooks.ts";
import { createAdaptivePoll } from "../work/adaptive-poll.ts";
import { createGiveUp } from "../work/give-up.ts";
import type { InTurn } from "../work/in-turn.ts";
import { createLeaseWatch } from "../work/lease-watch.ts";
import type { Outcome } from "../work/outcome.ts";
import { createPause } from "../work/pause.ts";
import { createSettler } from "../work/settle-outcomes.ts";
import { planClaim } from "../work/suspects.ts";
import { type Crew, toRuns, workRun } from "../work/work-run.ts";
import { handleMessage, type MessageHandler } from "./handle-message.ts";
import type { QueueSettings } from "./queue-settings.ts";
import { createSettlingLine } from "./settling-line.ts";

/** First wait after the store failed. */
const STORAGE_ERROR_MS = 1_000;

/** One handler's messages: fetched ahead, handed to it so many at a time. */
export interface QueueSubscriber {
  readonly topics: readonly string[];
  start(): void;
  wake(): void;
  /** Fetch and handle until nothing is due, for tests and cron jobs, instead of {@link start}. */
  drain(): Promise<number>;
  /**
   * Fetch no more, finish what was fetched; once the deadline is over handlers are given up and what they had is handed back.
   *
   * @returns how many messages were given up
   */
  stop(deadlineMs: number): Promise<number>;
  /** False once its loop ended by itself. */
  isAlive(): boolean;
}

export interface QueueSubscriberOptions<Body> {
  readonly owner: string;
  readonly topics: readonly string[];
  readonly handler: MessageHandler<Body>;
  readonly decode: DecodeBody<Body>;
  readonly settings: QueueSettings;
  readonly storage: OutboxStorage;
  readonly hooks: Omit<RelayHooks, "onRound">;
  /** Shared by the subscribers of a process: of what somebody died over, one is tried at a time. */
  readonly inTurn: InTurn;
  readonly timers: Timers;
  readonly nowMs: () => number;
  readonly logger: Logger;
}

export function createQueueSubscriber<Body>(
  options: QueueSubscriberOptions<Body>,
): QueueSubscriber {
  const { owner, topics, settings, storage, timers, nowMs } = options;
  const { concurrency, fetchBatchSize, order, leaseMs, flushSize } = settings;
  const logger = options.logger;
  const teller = createTeller(options.hooks, logger);
  const watch = createLeaseWatch({
    ...{ storage, leaseMs, timers, nowMs, logger },
    onLost: teller.leaseLost,
  });
  const poll = createAdaptivePoll(settings.poll);
  const idle = createPause(timers);
  const upset = createPause(timers);
  const room = createPause(timers);
  const giveUp = createGiveUp();
  const waiting: (readonly ClaimedRow[])[] = [];
  const working = new Set<Promise<void>>();
  let isStopping = false;
  let isAlive = true;
  let failures = 0;
  let running: Promise<void> | undefined;
  let abandoned = 0;
  let toComeBack = 0;

  const line = createSettlingLine({
    ...{
      settle: createSettler(storage, logger, teller.leaseLost),
      flushSize,
      onSettled: watch.remove,
    },
  });
  const note = (outcome: Outcome): void => {
    logEnd(outcome, logger);
    teller.outcome(outcome);
    if (outcome.kind === "untried") abandoned += 1;
    line.add(outcome);
  };
  const crew: Crew<Body> = {
    policy: policyOf(settings),
    ...{ decode: options.decode, nowMs, isHeld: watch.isHeld, onOutcome: note },
    isStopping: () => giveUp.signal.aborted,
    offer: (message, body) => {
      teller.tell("onOffered", message);
      return handleMessage(message, body, { ...options, signal: giveUp.signal });
    },
  };

  const countWaiting = () => waiting.reduce((sum, run) => sum + run.length, 0);

  const pump = (): void => {
    while (working.size < concurrency) {
      const run = waiting.shift();
      if (run === undefined) break;
      const work = workRun(run, crew)
        .catch((error: unknown) => {
          logger.error("messages could not be worked on", { owner, topics, error });
          watch.remove(run); // they come again when their leases are over
        })
        .finally(() => {
          working.delete(work);
          pump();
        });
      working.add(work);
    }
    if (countWaiting() <= fetchBatchSize / 2) room.wake();
    if (working.size === 0 && waiting.length === 0) void line.flush();
  };

  const claim = async (limit: number): Promise<readonly ClaimedRow[]> => {
    const { visibilityDelayMs } = settings;
    const askedAtMs = nowMs();
    const rows = await storage.claim({ owner, limit, leaseMs, order, topics, visibilityDelayMs });
    failures = 0;
    watch.add(rows, askedAtMs);
    if (rows.length > 0) teller.tell("onClaimed", rows);
    return rows;
  };

  const fetch = async (): Promise<{ readonly found: number; readonly waitMs: number }> => {
    const limit = fetchBatchSize - countWaiting();
    const rows = await claim(limit);
    const waitMs = poll.after(rows.length, limit);
    if (rows.length === 0) return { found: 0, waitMs };
    const plan = planClaim(order === "strict" ? toRuns(rows) : rows.map((row) => [row]));
    const { together, alone } = plan;
    // What is in hand already keeps a suspect from being tried alone.
    const back =
      alone === undefined ? plan.back : [...plan.back, { kind: "untried", row: alone } as const];
    back.forEach(line.add);
    if (back.length > 0) await line.flush();
    toComeBack = plan.toComeBack + (alone === undefined ? 0 : 1);
    waiting.push(...together);
    pump();
    return { found: rows.length - back.length, waitMs };
  };

  const settleAll = async (): Promise<void> => {
    while (working.size > 0) await Promise.all(working);
    await line.flush();
  };

  /** Once all that was fetched is settled, what somebody may have died over: claimed and tried one by one. */
  const tryAlone = async (): Promise<number> => {
    await settleAll();
    let tried = 0;
    for (; toComeBack > 0 && !isStopping; toComeBack -= 1) {
      const found = await options.inTurn(async () => {
        const rows = isStopping ? [] : await claim(1);
        if (rows.length === 0) return 0;
        waiting.push(rows);
        pump();
        await settleAll();
        return rows.length;
      });
      if (found === 0) break;
      tried += found;
    }
    toComeBack = 0;
    return tried;
  };

  const turn = async (): Promise<void> => {
    if (countWaiting() > fetchBatchSize / 2) return await room.wait(settings.poll.minMs);
    try {
      const { waitMs } = await fetch();
      if (toComeBack > 0) await tryAlone();
      else if (waitMs > 0 && !isStopping) await idle.wait(waitMs);
    } catch (error) {
      failures += 1;
      logger.error("messages could not be fetched", { owner, topics, failures, error });
      const longest = settings.storageErrorDelayMaxMs;
      const backOff = { baseMs: STORAGE_ERROR_MS, factor: 2, maxMs: longest };
      const delayMs = Math.round(exponentialDelayMs(backOff, failures) * (1 - Math.random() / 4));
      if (!isStopping) await upset.wait(delayMs);
    }
  };

  return {
    topics,
    start() {
      const loop = async () => {
        while (!isStopping) await turn();
      };
      running ??= loop().catch((error: unknown) => {
        isAlive = false;
        logger.error("a subscriber ended", { owner, topics, error });
      });
    },
    wake() {
      poll.reset();
      idle.wake();
    },
    async drain() {
      let fetched = 0;
      for (;;) {
        const { found } = await fetch();
        const handled = found + (await tryAlone());
        if (handled === 0) return fetched;
        fetched += handled;
      }
    },
    async stop(deadlineMs) {
      isStopping = true;
      for (const pause of [idle, upset, room]) pause.wake();
      const reason = new DOMException("the queue stops", "AbortError");
      const cancel = timers.after(deadlineMs, () => {
        teller.tell("onDrainTimeout");
        giveUp.abort(reason);
      });
      await running;
      await settleAll();
      cancel();
      return abandoned;
    },
    isAlive: () => isAlive,
  };
}

function policyOf({ retry, deliveriesMax, onPoison, leaseMs }: QueueSettings) {
  const longestWaitMs = Math.max(leaseMs, 60_000);
  const attemptsMax = Number.POSITIVE_INFINITY; // the strategy's to say
  return { retry, attemptsMax, deliveriesMax, onPoison, longestWaitMs };
}

function logEnd(outcome: Outcome, logger: Logger): void {
  const { id, topic, attempts } = outcome.row;
  if (outcome.kind === "retry") {
    logger.info("a message failed", { id, topic, attempts: attempts + 1, error: outcome.error });
  }
  if (outcome.kind === "dead" || outcome.kind === "dropped") {
    logger.error("a message was given up", { id, topic, attempts, error: outcome.error });
  }
}
