import { systemTimers, type Timers } from "../../kernel/clock.ts";
import { type Logger, silentLogger } from "../../kernel/logger.ts";
import { requireFunction, requireStorage } from "../check-sides.ts";
import { type DecodeBody, decodeBody } from "../message-body.ts";
import type { OutboxStorage, OutboxWakeUps } from "../outbox-storage.ts";
import { createAdaptivePoll } from "../work/adaptive-poll.ts";
import { defaultOwner } from "../work/default-owner.ts";
import { createGiveUp } from "../work/give-up.ts";
import { createPause } from "../work/pause.ts";
import { createTeller, type RelayHooks } from "./relay-hooks.ts";
import { createRelayRounds, type PublishMessage, type RelayRound } from "./relay-round.ts";
import { type RelaySettings, relaySettingsOf, worstCaseRoundMs } from "./relay-settings.ts";

/** Hands messages of a table on to a broker or a plain function. Any number may run over one table. */
export interface OutboxRelay {
  readonly owner: string;
  /** Run rounds until stopped. */
  start(): void;
  /**
   * End after the round under way; once the deadline is over that one is given up: what was accepted is settled, the rest handed
   * back. May be repeated, and then the shortest deadline counts.
   *
   * @param deadlineMs - default none: the round takes the time it takes
   */
  stop(deadlineMs?: number): Promise<void>;
  /** There may be something to do: look now instead of at the end of the wait. Never lost, never harmful. */
  wake(): void;
  /**
   * One round by hand, for cron jobs and tests, instead of {@link start}.
   *
   * @throws what the store threw at the claim; with `onFailure: "stop"` also what the far side threw
   */
  runOnce(): Promise<RelayRound>;
  /** Rounds by hand until nothing is due. @returns how much was published */
  drain(): Promise<number>;
  /** False once the loop ended by itself, or the store does not answer. */
  isHealthy(): Promise<boolean>;
}

export interface OutboxRelayOptions<Body> extends Partial<RelaySettings> {
  readonly storage: OutboxStorage;
  readonly publish: PublishMessage<Body>;
  /** Default: by the content type. */
  readonly decode?: DecodeBody<Body>;
  /** Unique among relays; default host and chance. */
  readonly owner?: string;
  readonly wakeUps?: OutboxWakeUps;
  readonly hooks?: RelayHooks;
  readonly logger?: Logger;
  readonly timers?: Timers;
  /** Monotonic time of this process in milliseconds, by which leases are believed in. */
  readonly nowMs?: () => number;
}

/** @throws {InvalidConfigError} naming the setting that cannot be used */
export function createOutboxRelay<Body = unknown>(options: OutboxRelayOptions<Body>): OutboxRelay {
  const { storage, wakeUps, logger = silentLogger, timers = systemTimers } = options;
  requireStorage(storage);
  requireFunction("publish", options.publish);
  const settings = relaySettingsOf(options);
  const { owner = defaultOwner(), hooks = {} } = options;
  const decode = options.decode ?? (decodeBody as DecodeBody<Body>);
  warnOfLongRounds(settings, logger);
  const teller = createTeller(hooks, logger);
  const rounds = createRelayRounds({
    ...{ owner, storage, settings, publish: options.publish, decode, timers, logger },
    teller,
    nowMs: options.nowMs ?? (() => performance.now()),
  });
  const poll = createAdaptivePoll(settings.poll);
  const idle = createPause(timers);
  const upset = createPause(timers); // only stopping ends it: what made a round fail is still there
  const giveUp = createGiveUp();
  let isStopping = false;
  let running: Promise<void> | undefined;
  let hasCrashed = false;

  const turn = async (): Promise<void> => {
    try {
      const { claimed } = await rounds.run(giveUp.signal);
      const waitMs = poll.after(claimed, settings.batchSize);
      if (waitMs > 0 && !isStopping) await idle.wait(waitMs);
    } catch (error) {
      logger.error("a relay's round failed", { owner, error });
      if (!isStopping) await upset.wait(settings.storageErrorDelayMs);
    }
  };
  const loop = async (): Promise<void> => {
    const listening = await listen(wakeUps, wake, { owner, logger, settings });
    try {
      while (!isStopping) await turn();
    } finally {
      await listening?.close();
    }
  };
  const wake = (): void => {
    poll.reset();
    idle.wake();
  };

  return {
    owner,
    start() {
      running ??= loop().catch((error: unknown) => {
        hasCrashed = true;
        logger.error("a relay ended", { owner, error });
      });
    },
    async stop(deadlineMs) {
      isStopping = true;
      idle.wake();
      upset.wake();
      const end = () => {
        teller.tell("onDrainTimeout");
        giveUp.abort(new DOMException("the relay stops", "AbortError"));
      };
      const cancel = deadlineMs === undefined ? undefined : timers.after(deadlineMs, end);
      await running;
      cancel?.();
    },
    wake,
    runOnce: () => rounds.run(giveUp.signal),
    async drain() {
      let published = 0;
      for (;;) {
        const round = await rounds.run(giveUp.signal);
        published += round.published;
        if (round.claimed === 0 || giveUp.signal.aborted) return published;
      }
    },
    async isHealthy() {
      if (hasCrashed) return false;
      return storage.stats(settings.topics).then(
        () => true,
        () => false,
      );
    },
  };
}

/** Polling stays behind wake-ups, so that doing without them is only slower. */
async function listen(
  wakeUps: OutboxWakeUps | undefined,
  onWake: () => void,
  {
    owner,
    logger,
    settings,
  }: { readonly owner: string; readonly logger: Logger; readonly settings: RelaySettings },
): Promise<{ close(): Promise<void> } | undefined> {
  try {
    return await wakeUps?.listen(onWake);
  } catch (error) {
    logger.warn("nobody tells of new messages: polling has to do", {
      ...{ owner, error, everyMs: settings.poll.maxMs },
    });
    return undefined;
  }
}

function warnOfLongRounds(settings: RelaySettings, logger: Logger): void {
  const worstMs = worstCaseRoundMs(settings);
  const { leaseMs } = settings;
  if (worstMs <= leaseMs) return;
  logger.warn("a round may take longer than a lease, and then depends on its renewal", {
    ...{ worstMs, leaseMs },
  });
}
