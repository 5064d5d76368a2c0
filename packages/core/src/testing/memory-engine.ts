import type { BatchResult } from "../dispatcher/batch.ts";
import { decodeForPlan } from "../dispatcher/delivery-work.ts";
import type { EngineInspection, LetterState } from "../engine/engine-inspection.ts";
import type { EngineStores } from "../engine/engine-stores.ts";
import type { InstanceRecord } from "../engine/records.ts";
import type { ScheduledEvent } from "../engine/schedule-store.ts";
import type { Envelope } from "../envelope/envelope.ts";
import { createFeedRunner, type FeedRun } from "../feeds/feed-runner.ts";
import { createIdMinter } from "../kernel/ids.ts";
import type { JsonObject, JsonValue } from "../kernel/json.ts";
import { type Logger, silentLogger } from "../kernel/logger.ts";
import { generateSealKey, parseSealKeys, type SealKeyRing } from "../kernel/seal/seal-key-ring.ts";
import type {
  CommandRequest,
  InstanceRequest,
  LetterRequest,
} from "../operations/command-request.ts";
import type { Project } from "../projects/define-project.ts";
import { topicFor } from "../runtime/handle-envelope.ts";
import { runForever } from "../runtime/run-forever.ts";
import { createOnceRunner } from "../runtime/run-once.ts";
import {
  type HandleOutcome,
  joinResults,
  type RunResult,
  worstOutcome,
} from "../runtime/run-result.ts";
import { memoryFeedStores } from "../stores/memory/feeds/memory-feed-stores.ts";
import { memoryInspection } from "../stores/memory/inspection/memory-inspection.ts";
import { createMemoryDatabase, type MemoryDatabase } from "../stores/memory/memory-database.ts";
import { memoryEngineStores } from "../stores/memory/memory-engine-stores.ts";
import { requestCommand } from "../stores/memory/operations/request-command.ts";
import {
  insertEvents,
  insertText,
  type PublishedCounts,
} from "../stores/memory/outbox/publish-events.ts";
import { cancelScheduled, scheduleEvents } from "../stores/memory/outbox/schedule-events.ts";
import { registerProject } from "../stores/memory/projects/register-project.ts";
import { nextDueMs } from "./next-due.ts";
import { type SimulatedClock, simulatedClock } from "./simulated-clock.ts";

const LEASE_MS = 10_000;
const EFFECT_LEASE_MS = 15_000;

export interface MemoryEngineOptions {
  /** Moves when a test says so; the engine's own by default. */
  readonly clock?: SimulatedClock;
  /** Seals the originals of dead letters; a fresh key by default. */
  readonly keys?: SealKeyRing;
  /** Shared by the engines of one project that are to work side by side; give each of them a `workerId`. */
  readonly database?: MemoryDatabase;
  readonly workerId?: string;
  /** Service calls at once; default 16. */
  readonly concurrency?: number;
  /** Envelopes handled in one run; default 1,000. */
  readonly deliveriesMax?: number;
  readonly logger?: Logger;
  /** Called before each single write of the engine's own database; throwing undoes the commit it belongs to. */
  readonly onWrite?: () => void;
  /** Puts something between engine and stores, to break them on purpose. */
  readonly wrapStores?: (stores: EngineStores) => EngineStores;
  readonly onResult?: (result: BatchResult) => void;
}

/** An instance with its context. */
export interface MemoryInstance extends InstanceRecord {
  readonly context: JsonObject;
}

/**
 * A whole engine in process memory, driven by hand: what a project's unit tests need. It plans, commits and calls
 * services with the code that runs in production; only stores and clock are others, and waits between tries hold no chance.
 */
export interface MemoryEngine {
  readonly project: Project;
  readonly clock: SimulatedClock;
  readonly database: MemoryDatabase;
  readonly inspect: EngineInspection;
  /** Put envelopes on a topic, as an application would; nothing is handled before a run. */
  publish(topic: string, ...envelopes: readonly Envelope[]): Promise<PublishedCounts>;
  /** Have envelopes published later: `advance` publishes each at its time. Set again under its key, one is replaced. */
  schedule(...events: readonly ScheduledEvent[]): Promise<{ readonly keys: readonly string[] }>;
  /** @returns the keys of those that will not be published */
  cancelScheduled(topic: string, ...keys: readonly string[]): Promise<readonly string[]>;
  /**
   * See `OnceRunner`; but a text that is no envelope is left in the tables, as a foreign writer may leave one, and given up
   * from there.
   */
  handle(envelope: Envelope | string, topic?: string): Promise<HandleOutcome>;
  /** See `OnceRunner`. */
  runOnce(): Promise<RunResult>;
  /** See `OnceRunner`. */
  runUntilQuiet(options?: { readonly maxRounds?: number }): Promise<RunResult>;
  /** One cycle of each of the project's feeds, after which they have handed on all there is. */
  runFeeds(): Promise<readonly FeedRun[]>;
  /** Run whenever there is something to do, until the signal aborts. */
  runForever(signal: AbortSignal): Promise<void>;
  /** Let simulated time pass: whatever falls due on the way is done at its own time, in order. */
  advance(ms: number): Promise<RunResult>;
  findInstance(machineId: string, subject: string): Promise<MemoryInstance | undefined>;
  openLetters(): Promise<readonly LetterState[]>;
  /**
   * Ask for what an operator can ask for, of a dead letter or of an instance; the next run performs it.
   *
   * @returns the command's id
   * @throws {ReplayRefusedError | OperationRefusedError} if a real request gives no reason, or is malformed
   */
  request(request: MemoryRequest): string;
}

type Unaddressed = "project" | "actor" | "target";

/** A request without what the engine knows by itself. */
export type MemoryRequest =
  | (Omit<LetterRequest, Unaddressed> & { readonly letterId: string })
  | (Omit<InstanceRequest, Unaddressed | "kind"> & InstanceRequest["target"]);

/**
 * Make an engine in memory.
 *
 * @throws {InvalidChartError} if a chart is malformed or does not fit its logic
 * @throws {InvalidConfigError} if a setting is out of bounds
 */
export function createMemoryEngine(
  project: Project,
  options: MemoryEngineOptions = {},
): MemoryEngine {
  const clock = options.clock ?? simulatedClock();
  const { onWrite } = options;
  const database =
    options.database ?? createMemoryDatabase({ clock, ...(onWrite ? { onWrite } : {}) });
  const { keys = parseSealKeys(`k1:${generateSealKey()}`), logger = silentLogger } = options;
  const worker = {
    project: project.name,
    workerId: options.workerId ?? "memory",
    leaseMs: LEASE_MS,
    effectLeaseMs: EFFECT_LEASE_MS,
  };
  const charts = registerProject(database, project);
  const own = memoryEngineStores(database, worker);
  const stores = options.wrapStores?.(own) ?? own;
  const inspect = memoryInspection(database);
  const runner = createOnceRunner({
    project,
    charts,
    stores,
    keys,
    clock,
    timers: clock,
    sleepers: clock,
    logger,
    newId: createIdMinter({ clock }),
    random: () => 1,
    feeds: memoryFeedStores(database, worker),
    takeIgnored: () => takeIgnored(database),
    ...(options.concurrency === undefined ? {} : { concurrency: options.concurrency }),
    ...(options.deliveriesMax === undefined ? {} : { deliveriesMax: options.deliveriesMax }),
    ...(options.onResult === undefined ? {} : { onResult: options.onResult }),
  });
  const feeds = createFeedRunner({
    ...{ project, clock, timers: clock, keys, logger },
    stores: memoryFeedStores(database, worker),
    nowMs: () => clock.now().getTime(),
  });
  void own.workers.register({ host: "memory", pid: 0, version: "0", machines: [] });

  const advance = async (ms: number): Promise<RunResult> => {
    const untilMs = clock.now().getTime() + ms;
    let total = await runner.runUntilQuiet();
    for (;;) {
      const dueMs = nextDueMs(database, clock, worker, runner.nextDueMs());
      if (dueMs === undefined || dueMs > untilMs) break;
      clock.advance(dueMs - clock.now().getTime());
      total = joinResults(total, await runner.runUntilQuiet());
    }
    clock.advance(untilMs - clock.now().getTime());
    return joinResults(total, await runner.runUntilQuiet());
  };

  return {
    project,
    clock,
    database,
    inspect,
    publish: async (topic, ...envelopes) =>
      insertEvents(
        database,
        envelopes.map((envelope) => ({ topic, envelope })),
        "received",
      ),
    schedule: async (...events) => scheduleEvents(database, events, "received"),
    cancelScheduled: async (topic, ...keys) => cancelScheduled(database, topic, keys),
    async handle(handed, topic) {
      if (typeof handed !== "string" || decodeForPlan(handed).kind === "decoded") {
        return runner.handle(handed, topic);
      }
      // No door takes it: it is put into the tables, as a foreign writer may.
      const id = insertText(database, project.name, topic ?? topicFor(project, ""), handed);
      return worstOutcome(await runner.runOnce(), `delivery:${id}`) ?? "waiting";
    },
    runOnce: runner.runOnce,
    runUntilQuiet: runner.runUntilQuiet,
    runFeeds: feeds.runOnce,
    runForever: (signal) => runForever(runner, stores.wakeUps, signal),
    advance,
    async findInstance(machineId, subject) {
      const key = { machineId, subject };
      const found = (await own.lanes.load([key], [])).instance(key);
      return found === undefined ? undefined : { ...found, context: contextOf(found.snapshot) };
    },
    openLetters: async () =>
      (await inspect.letters()).filter(({ resolution }) => resolution === undefined),
    request: (request) => requestCommand(database, addressed(request, project.name)),
  };
}

function addressed(request: MemoryRequest, project: string): CommandRequest {
  if ("letterId" in request) {
    const { letterId, ...rest } = request;
    return { ...rest, project, target: { letterId }, actor: "test" };
  }
  const { machineId, subject, ...rest } = request;
  return { ...rest, kind: "instance", project, target: { machineId, subject }, actor: "test" };
}

/** What nobody took since this was asked last. */
function takeIgnored(database: MemoryDatabase): readonly string[] {
  return database.transaction(() => {
    const rows = database.untaken.rows();
    for (const { seq } of rows) database.untaken.remove(String(seq));
    return rows.map(({ id }) => id);
  });
}

function contextOf(snapshot: JsonValue): JsonObject {
  return ((snapshot as JsonObject | null)?.context ?? {}) as JsonObject;
}
