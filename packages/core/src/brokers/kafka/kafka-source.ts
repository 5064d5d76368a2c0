import { setTimeout as delay } from "node:timers/promises";
import { withinTime } from "../../kernel/within-time.ts";
import type { BrokerSource, Inflow } from "../broker-driver.ts";
import type { KafkaError, KafkaMessage } from "./kafka-client.ts";
import type { ConsumerEvents, ConsumerSession } from "./kafka-consumer.ts";
import { blame, CODES, hasCode, isTransient } from "./kafka-errors.ts";
import { createKafkaPartitions } from "./kafka-partitions.ts";
import { createOffsetCommits } from "./offset-commits.ts";
import { planPauses } from "./plan-pauses.ts";

export interface KafkaSourceParts {
  readonly ensure: () => Promise<void>;
  /** The topic may be gone. */
  readonly onMissing: () => void;
  readonly open: (events: ConsumerEvents) => Promise<ConsumerSession>;
  readonly timeoutMs: number;
  /** How long a partition that another consumer is to have stays, for what of it is in somebody's hands. */
  readonly handoverMs: number;
  /** Offsets of a partition that may be brought beyond its first unsettled one. */
  readonly aheadMax: number;
}

/** Between looks at what the library has fetched. */
const LOOK_MS = 20;
/** The same while it is waited for the word that offsets are committed, which comes by the same way. */
const COMMIT_LOOK_MS = 1;
/** Without room for so long, partitions are paused, so that the group can be heard without anything being brought. */
const FULL_MS = 250;
/** Sooner if so many came while there was no room. */
const SPARE_MAX = 16;
const BATCH_MAX = 256;
/** Waits after failures in a row. */
const AGAIN_MIN_MS = 50;
const AGAIN_MAX_MS = 2_000;
/** How often a topic that seems empty is looked at, for messages that were on their way. */
const LOOKS = 2;

/**
 * A member of a consumer group. What is handed back stays here, at the head of its subject, and others of its partition go on beside it;
 * the committed offset waits, so that nothing unsettled is ever skipped. A partition changes hands only once what is out of it is settled.
 */
export function createKafkaSource(inflow: Inflow, parts: KafkaSourceParts): BrokerSource {
  const stopped = new AbortController();
  const { signal } = stopped;
  const paused = new Set<number>();
  let session: ConsumerSession | undefined;
  /** Whose events are listened to. */
  let current: object | undefined;
  let isBringing = true;
  let isJoined = false;
  /** The library, or a call, had trouble: what is at it is asked before anything else. */
  let isInDoubt = false;
  let isBroken = false;
  /** Came along with the word of a commit, while there was no room. */
  let spare: readonly KafkaMessage[] = [];
  let fullSinceMs: number | undefined;
  let isHolding = false;
  let arrived = 0;

  const commits = createOffsetCommits(async (offsets) => {
    const startedMs = performance.now();
    for (;;) {
      const ours = new Map([...offsets].filter(([partition]) => partitions.has(partition)));
      if (ours.size === 0 || session === undefined) return;
      try {
        return await session.commit(ours);
      } catch (error) {
        // While a group is shared out anew nothing is wrong; how long that takes is up to what others have in hand. But it waits for us
        // if we are the ones to hand something over.
        const isPatient = hasCode(error, ...CODES.sharingOut) && !signal.aborted && !isLeaving();
        const limitMs = isPatient ? parts.handoverMs : parts.timeoutMs;
        const isTooLate = performance.now() - startedMs > limitMs;
        if (isTooLate || !isTransient(error as KafkaError)) throw blame(error);
        await delay(LOOK_MS);
      }
    }
  });
  const partitions = createKafkaPartitions(inflow, commits);

  const isLeaving = () => partitions.states().some((state) => state.isLeaving);

  const wait = (ms: number): Promise<void> =>
    delay(ms, undefined, { signal }).catch(() => undefined);
  const stopping = new Promise<void>((resolve) =>
    signal.addEventListener("abort", () => resolve()),
  );

  /** The library keeps a pause over the time that a partition is with others: it would be silent for good when it is ours again. */
  const resumeGiven = (given: readonly number[]): void => {
    const silent = given.filter((partition) => paused.delete(partition));
    if (silent.length > 0) session?.resume(silent);
  };

  /** One that was dropped may still be told of partitions, which are the next one's by then. */
  const eventsOf = (own: object): ConsumerEvents => ({
    onAssigned(given) {
      if (own !== current) return;
      partitions.assign(given);
      resumeGiven(given);
      isJoined = true;
      inflow.worked();
    },
    async onRevoked(given, isLost) {
      if (own !== current) return;
      if (isLost) {
        partitions.lose(given);
        isBroken = true; // who has forgotten the group may have forgotten the topic as well
      } else {
        const over = new AbortController();
        const timeUp = delay(parts.handoverMs, undefined, { signal: over.signal });
        await partitions.handOver(given, Promise.race([timeUp.catch(() => undefined), stopping]));
        over.abort();
      }
      spare = spare.filter(({ partition }) => partitions.has(partition));
    },
    onEnd(partition, offset) {
      if (own === current) partitions.reached(partition, offset);
    },
    onTrouble(error) {
      if (own !== current) return;
      isInDoubt = true;
      isBroken ||= hasCode(error, CODES.fatal);
    },
  });

  /** Without a server the library may take its time. */
  const leave = (consumer: ConsumerSession): Promise<void> =>
    withinTime({ timeoutMs: parts.timeoutMs }, () => consumer.close()).catch(() => undefined);

  /** Begin anew: what was ours goes to others, or comes to us again. */
  const drop = (): void => {
    const dropped = session;
    session = undefined;
    current = undefined;
    isJoined = false;
    isBroken = false;
    paused.clear();
    spare = [];
    partitions.lose();
    parts.onMissing();
    if (dropped !== undefined) void leave(dropped);
  };

  const push = (messages: readonly KafkaMessage[]): void => {
    const arrivals = partitions.receive(messages);
    arrived += arrivals.length;
    inflow.push(arrivals);
  };

  /** Pausing throws away what the library has fetched, so it is not done for a moment without room. */
  const noteRoom = (room: number): void => {
    if (room > 0) {
      fullSinceMs = undefined;
      isHolding = false;
      return;
    }
    fullSinceMs ??= performance.now();
    const isLong = performance.now() - fullSinceMs >= FULL_MS;
    isHolding ||= !isBringing || isLong || spare.length >= SPARE_MAX;
  };

  const regulate = (consumer: ConsumerSession): void => {
    const limits = { isFull: isHolding, aheadMax: parts.aheadMax };
    const { pause, resume } = planPauses(partitions.states(), paused, limits);
    if (pause.length > 0) consumer.pause(pause);
    if (resume.length > 0) consumer.resume(resume);
    for (const partition of pause) paused.add(partition);
    for (const partition of resume) paused.delete(partition);
  };

  /** @returns how long to wait before the next turn */
  const turn = async (): Promise<number> => {
    if (isBroken) drop();
    if (session === undefined) {
      await parts.ensure();
      current = {};
      session = await parts.open(eventsOf(current));
      isInDoubt = false;
      if (signal.aborted) return 0;
    }
    if (isInDoubt) {
      isInDoubt = false; // unless more comes meanwhile
      await session.probe();
      inflow.worked();
    }
    const room = isBringing ? inflow.room() : 0;
    if (room > 0 && spare.length > 0) {
      const messages = spare.slice(0, room);
      spare = spare.slice(room);
      push(messages);
      return 0;
    }
    noteRoom(room);
    if (room === 0 && !isHolding && !commits.isBusy()) return LOOK_MS;
    regulate(session);
    const messages = await session.take(room === 0 ? 1 : Math.min(room, BATCH_MAX));
    if (messages.length === 0) return commits.isBusy() ? COMMIT_LOOK_MS : LOOK_MS;
    inflow.worked();
    if (room > 0) push(messages);
    else if (isBringing) spare = [...spare, ...messages];
    return room > 0 ? 0 : COMMIT_LOOK_MS;
  };

  const loop = async (): Promise<void> => {
    let failures = 0;
    while (!signal.aborted) {
      try {
        const waitMs = await turn();
        failures = 0;
        if (waitMs > 0) await wait(waitMs);
      } catch (error) {
        isInDoubt = true;
        inflow.failed(blame(error));
        isBroken ||= hasCode(error, CODES.fatal, CODES.unknownTopic);
        failures += 1;
        await wait(Math.min(AGAIN_MAX_MS, AGAIN_MIN_MS * 2 ** (failures - 1)));
      }
    }
  };
  const looping = loop();

  /** Whether everything of our partitions was brought, but for what cannot come now. */
  const isAtEnd = async (consumer: ConsumerSession): Promise<boolean> => {
    if (inflow.room() === 0) return true;
    if (spare.length > 0) return false;
    const open = partitions
      .states()
      .filter(({ partition, isLeaving }) => !isLeaving && !paused.has(partition));
    const ends = await Promise.all(open.map(({ partition }) => consumer.endOf(partition)));
    return open.every(({ next }, at) => next !== undefined && next >= (ends[at] ?? 0));
  };

  return {
    leaseMs: undefined,
    async isEmpty() {
      for (let looks = 0; looks < LOOKS; looks += 1) {
        if (signal.aborted) return true;
        const before = arrived;
        const isEnd =
          session !== undefined &&
          isJoined &&
          !isInDoubt &&
          (await isAtEnd(session).catch(() => false));
        await wait(LOOK_MS);
        if (!isEnd || arrived > before) return false;
      }
      return true;
    },
    async pause() {
      isBringing = false;
    },
    async close() {
      stopped.abort();
      await looping;
      while (commits.isBusy()) {
        await session?.take(1).catch(() => undefined); // what comes with the word of a commit is left to others
        await delay(COMMIT_LOOK_MS);
      }
      if (session !== undefined) await leave(session);
      partitions.lose();
    },
  };
}
