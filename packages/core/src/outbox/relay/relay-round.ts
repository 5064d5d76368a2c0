import type { Message } from "../../envelope/messages/message.ts";
import type { Timers } from "../../kernel/clock.ts";
import type { Logger } from "../../kernel/logger.ts";
import { withinTime } from "../../kernel/within-time.ts";
import type { DecodeBody } from "../message-body.ts";
import type { ClaimedRow, OutboxStorage } from "../outbox-storage.ts";
import { inParallel } from "../work/in-parallel.ts";
import { createLeaseWatch } from "../work/lease-watch.ts";
import type { Outcome } from "../work/outcome.ts";
import { createSettler } from "../work/settle-outcomes.ts";
import { type ClaimPlan, planClaim } from "../work/suspects.ts";
import { type Crew, toRuns, type Verdict, workRun } from "../work/work-run.ts";
import type { createTeller } from "./relay-hooks.ts";
import type { RelaySettings } from "./relay-settings.ts";

/** What a round did. */
export interface RelayRound {
  readonly claimed: number;
  readonly published: number;
  readonly retried: number;
  readonly deadLettered: number;
  /** Held back behind a failed message of their key. */
  readonly blocked: number;
  /** `retried` and `deadLettered` together. */
  readonly failed: number;
}

/** One message on its way. */
export interface RelayCall {
  /** Aborted when the message's time is over, or the relay stops for good. */
  readonly signal: AbortSignal;
}

/** Hand one message to the far side; throwing means that it is to be tried again. */
export type PublishMessage<Body> = (
  message: Message & { readonly body: Body },
  call: RelayCall,
) => Promise<unknown> | unknown;

export interface RelayRoundOptions<Body> {
  readonly owner: string;
  readonly storage: OutboxStorage;
  readonly settings: RelaySettings;
  readonly publish: PublishMessage<Body>;
  readonly decode: DecodeBody<Body>;
  readonly teller: ReturnType<typeof createTeller>;
  readonly timers: Timers;
  readonly nowMs: () => number;
  readonly logger: Logger;
}

/** Runs rounds, one at a time. */
export interface RelayRounds {
  /**
   * Claim a batch, publish what is in it and settle it.
   *
   * @param signal - given up: what is on its way is left, what was accepted is settled, the rest is handed back
   * @throws what the store threw at the claim; with `onFailure: "stop"` also what the far side threw
   */
  run(signal: AbortSignal): Promise<RelayRound>;
}

const NOTHING: RelayRound = {
  ...{ claimed: 0, published: 0, retried: 0, deadLettered: 0, blocked: 0, failed: 0 },
};

export function createRelayRounds<Body>(options: RelayRoundOptions<Body>): RelayRounds {
  const { owner, storage, settings, teller, timers, nowMs, logger } = options;
  const { batchSize, concurrency, leaseMs, order, topics } = settings;
  const settle = createSettler(storage, logger, teller.leaseLost);
  const watch = createLeaseWatch({
    ...{ storage, leaseMs, timers, nowMs, logger },
    onLost: teller.leaseLost,
  });

  const claim = async (limit: number): Promise<readonly ClaimedRow[]> => {
    const { visibilityDelayMs, reclaimsOwn } = settings;
    const askedAtMs = nowMs();
    const rows = await storage.claim({
      ...{ owner, limit, leaseMs, order, visibilityDelayMs, reclaimsOwn },
      ...(topics === undefined ? {} : { topics }),
    });
    watch.add(rows, askedAtMs);
    if (rows.length > 0) teller.tell("onClaimed", rows);
    return rows;
  };

  const work = async (
    rows: readonly ClaimedRow[],
    desk: Desk,
    crew: Crew<Body>,
  ): Promise<ClaimPlan> => {
    const plan = planClaim(toRuns(rows));
    try {
      plan.back.forEach(desk.note);
      await desk.flush();
      watch.remove(plan.back.map(({ row }) => row));
      await inParallel(plan.together, concurrency, (run) => workRun(run, crew));
      if (plan.alone !== undefined) await workRun([plan.alone], crew);
    } finally {
      await desk.flush();
      watch.remove(rows);
    }
    return plan;
  };

  return {
    async run(signal) {
      const startedAtMs = nowMs();
      const rows = await claim(batchSize);
      if (rows.length === 0) return NOTHING;
      const desk = createDesk(options, settle);
      const crew: Crew<Body> = {
        policy: policyOf(settings),
        decode: options.decode,
        nowMs,
        isHeld: watch.isHeld,
        isStopping: () => signal.aborted || desk.stoppedBy() !== undefined,
        offer: (message, body) => {
          teller.tell("onOffered", message);
          return offer(options, { ...message, body }, signal, desk.fail);
        },
        onOutcome: desk.note,
      };
      const { back, toComeBack } = await work(rows, desk, crew);
      let claimed = rows.length - back.length;
      for (let left = toComeBack; left > 0 && !crew.isStopping(); left -= 1) {
        const one = await claim(1);
        if (one.length === 0) break;
        await work(one, desk, crew);
        claimed += 1;
      }
      const round = desk.round(claimed);
      report(round, nowMs() - startedAtMs, options);
      const stopped = desk.stoppedBy();
      if (stopped !== undefined) throw stopped.error;
      return round;
    },
  };
}

type Desk = ReturnType<typeof createDesk>;

/** Collects what comes of a round's messages. */
function createDesk<Body>(
  { teller, logger }: RelayRoundOptions<Body>,
  settle: (outcomes: readonly Outcome[]) => Promise<void>,
) {
  const all: Outcome[] = [];
  let settled = 0;
  let stopped: { readonly error: unknown } | undefined;
  const count = (kind: Outcome["kind"]) => all.filter((outcome) => outcome.kind === kind).length;
  return {
    note(outcome: Outcome): void {
      all.push(outcome);
      logFailure(outcome, logger);
      teller.outcome(outcome);
    },
    fail(error: unknown): void {
      stopped ??= { error };
    },
    stoppedBy: () => stopped,
    async flush(): Promise<void> {
      const due = all.slice(settled);
      settled = all.length;
      await settle(due);
    },
    round(claimed: number): RelayRound {
      const [retried, deadLettered] = [count("retry"), count("dead") + count("dropped")];
      return {
        ...{ claimed, published: count("delivered"), retried, deadLettered },
        ...{ blocked: count("blocked"), failed: retried + deadLettered },
      };
    },
  };
}

async function offer<Body>(
  { publish, settings, timers }: RelayRoundOptions<Body>,
  message: Message & { readonly body: Body },
  signal: AbortSignal,
  fail: (error: unknown) => void,
): Promise<Verdict> {
  const { publishTimeoutMs: timeoutMs, onFailure } = settings;
  try {
    await withinTime({ timeoutMs, timers, signal }, (call) =>
      publish(message, {
        get signal() {
          return call.signal;
        },
      }),
    );
    return { kind: "delivered" };
  } catch (error) {
    if (signal.aborted && error === signal.reason) return { kind: "abandoned" };
    if (onFailure === "retry") return { kind: "failed", error };
    fail(error);
    return { kind: "abandoned" };
  }
}

/** A message's first failure is news; the others follow from it. */
function logFailure(outcome: Outcome, logger: Logger): void {
  const { row } = outcome;
  const facts = { id: row.id, topic: row.topic, key: row.key };
  if (outcome.kind === "retry") {
    const line = row.attempts === 0 ? logger.info : logger.debug;
    line("a message failed", { ...facts, attempts: row.attempts + 1, error: outcome.error });
  }
  if (outcome.kind === "dead" || outcome.kind === "dropped") {
    logger.error("a message was given up", { ...facts, error: outcome.error });
  }
}

function report<Body>(
  round: RelayRound,
  durationMs: number,
  { teller, logger, settings, owner }: RelayRoundOptions<Body>,
): void {
  const { leaseMs } = settings;
  if (round.failed > 0) logger.warn("a round had failures", { owner, ...round });
  if (durationMs > leaseMs)
    logger.warn("a round outlived its lease", { owner, durationMs, leaseMs });
  teller.tell("onRound", round, durationMs);
}

function policyOf({ retry, attemptsMax, deliveriesMax, onPoison, leaseMs }: RelaySettings) {
  return { retry, attemptsMax, deliveriesMax, onPoison, longestWaitMs: Math.max(leaseMs, 60_000) };
}
