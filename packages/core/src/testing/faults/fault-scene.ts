import { createEnvelope } from "../../envelope/create-envelope.ts";
import type { Envelope } from "../../envelope/envelope.ts";
import { StoreUnavailableError } from "../../kernel/errors.ts";
import { silentLogger } from "../../kernel/logger.ts";
import type { InstanceAction } from "../../operations/instance-action.ts";
import { createOnceRunner } from "../../runtime/run-once.ts";
import { openEnginePools } from "../../stores/postgres/engine-pools.ts";
import { requestCommand } from "../../stores/postgres/operations/request-command.ts";
import { publishEvents } from "../../stores/postgres/outbox/publish-events.ts";
import { scheduleEvents } from "../../stores/postgres/outbox/schedule-events.ts";
import { postgresEngineStores } from "../../stores/postgres/postgres-engine-stores.ts";
import { registerProject } from "../../stores/postgres/projects/register-project.ts";
import { freezeSelection } from "../../stores/postgres/replay-jobs/freeze-selection.ts";
import { startReplayJob } from "../../stores/postgres/replay-jobs/start-job.ts";
import { fromPg, fromPgPool } from "../../stores/postgres/sql.ts";
import { makeFaultyPools, type SentStatement, type StatementFault } from "../faulty-pool.ts";
import { moveIntoThePast } from "../move-into-the-past.ts";
import { type SubjectStory, subjectStories } from "../subject-story.ts";
import { createTestDatabase } from "../test-database.ts";
import { TEST_SEAL_KEYS } from "../test-engine.ts";
import {
  type FaultWorld,
  faultProject,
  makeFaultWorld,
  olderFaultProject,
} from "./fault-project.ts";

/** Longer than any run: who waits for a lease to end waits in vain. */
const LEASE_MS = 36_000_000;
/** More than any wait between tries and any lease of a command. */
const TURN_MS = 30_000;
/** Turns until a run with one fault in it is over, generously. */
const TURNS_MAX = 20;

const TIMED = ["delivery", "effect", "timer", "operator_command", "scheduled_event"] as const;

const OPEN_WORK = `
  SELECT (SELECT count(*) FROM sagascope.delivery) + (SELECT count(*) FROM sagascope.timer)
       + (SELECT count(*) FROM sagascope.effect WHERE status = 'pending')
       + (SELECT count(*) FROM sagascope.scheduled_event)
       + (SELECT count(*) FROM sagascope.replay_job WHERE state = 'running')
       + (SELECT count(*) FROM sagascope.operator_command WHERE status IN ('waiting', 'running')) AS open`;

const BY_MARA = { reason: "mended", actor: "mara" };
const REGISTRATION = { host: "test", pid: 0, version: "0", machines: [] };

function envelopeOf(subject: string, type: string, data: object = {}, id?: string): Envelope {
  return createEnvelope({
    ...{ type, source: "/test", subject, data: { ...data, name: subject } },
    ...(id === undefined ? {} : { id }),
  });
}

/** What the hero of a story can do. */
export interface FaultHero {
  readonly subject: string;
  readonly world: FaultWorld;
  /** @param id - sends it again */
  send(type: string, data?: object, id?: string): Promise<string>;
  /** Work, and let time pass, until nothing is open. */
  settle(): Promise<void>;
  /** Do what is due now. */
  work(): Promise<void>;
  /** Let time pass once, and work. */
  pass(): Promise<void>;
  /** Ask for something about the subject's open letter. */
  ask(kind: "replay" | "resolve", dryRun?: boolean): Promise<void>;
  /** Ask for something about the subject's instance. */
  act(machineId: string, action: InstanceAction): Promise<void>;
  /** Move the instance to the version that was there before. */
  migrateBack(machineId: string): Promise<void>;
  /** Have an event published some turns later. */
  sendLater(type: string): Promise<void>;
  /** Hand an event in at the engine's own door, again if it is not taken. */
  handIn(type: string): Promise<void>;
  /** Replay the subject's open letters by a job. */
  replayInBulk(): Promise<void>;
  /** Do all the housekeeping that a worker does by and by. */
  keepHouse(): Promise<void>;
  /** Stop being a worker, and be one again. */
  leaveAndComeBack(): Promise<void>;
}

export type FaultStory = (hero: FaultHero) => Promise<void>;

/** How a story went. */
export interface FaultTelling {
  readonly sent: readonly SentStatement[];
  readonly failed: SentStatement | undefined;
  readonly stored: SubjectStory;
  /** Calls of services, in order. */
  readonly calls: readonly string[];
}

/** An engine over real Postgres that is driven by hand, so that every statement it sends is known by its number. */
export interface FaultScene {
  tell(
    subject: string,
    story: FaultStory,
    failing?: { readonly n: number; readonly fault: StatementFault },
  ): Promise<FaultTelling>;
  close(): Promise<void>;
}

export async function openFaultScene(): Promise<FaultScene> {
  const database = await createTestDatabase();
  const { pool } = database;
  // The server is not going to crash: nobody has to wait for its disk.
  await pool.query(
    `ALTER DATABASE ${new URL(database.url).pathname.slice(1)} SET synchronous_commit = off`,
  );
  const world = makeFaultWorld();
  const project = faultProject(world);
  const older = await registerProject(fromPgPool(pool), olderFaultProject(world));
  const charts = await registerProject(fromPgPool(pool), project);
  const faulty = makeFaultyPools();
  const pools = openEnginePools(database.url, () => undefined);
  const stores = postgresEngineStores({
    pools: { work: faulty.wrap(pools.work), relaxed: faulty.wrap(pools.relaxed) },
    connectionString: database.url,
    project: project.name,
    workerId: "w-1",
    leaseMs: LEASE_MS,
    effectLeaseMs: LEASE_MS,
    logger: silentLogger,
  });
  const { clock } = world;
  const runner = createOnceRunner({
    project,
    charts,
    stores,
    keys: TEST_SEAL_KEYS,
    logger: silentLogger,
    clock,
    timers: clock,
    sleepers: clock,
    random: () => 1,
  });
  await stores.workers.register(REGISTRATION);
  await runner.runOnce(); // it takes its shards before any story begins, so that only one of leaving has it take them again

  /** Whoever asked for it tries again until it is done. */
  const insist = async <Result>(task: () => Promise<Result>): Promise<Result> => {
    for (;;) {
      try {
        return await task();
      } catch (error) {
        if (!(error instanceof StoreUnavailableError)) throw error;
      }
    }
  };

  const work = async (): Promise<void> => {
    await insist(() => runner.runUntilQuiet());
  };

  const pass = async (): Promise<void> => {
    await moveIntoThePast(pool, TURN_MS, TIMED);
    clock.advance(TURN_MS);
    await work();
  };

  const isOpen = async (): Promise<boolean> => {
    const { rows } = await pool.query(OPEN_WORK);
    return rows[0].open !== "0";
  };

  const openLettersOf = async (subject: string): Promise<readonly string[]> => {
    const { rows } = await pool.query(
      "SELECT id FROM sagascope.dead_letter WHERE subject = $1 AND resolved_at IS NULL",
      [subject],
    );
    return rows.map(({ id }) => id);
  };

  const act = async (machineId: string, subject: string, action: InstanceAction): Promise<void> => {
    const asked = { project: project.name, target: { machineId, subject }, action };
    const request = { kind: "instance" as const, dryRun: false, ...asked, ...BY_MARA };
    await requestCommand(fromPgPool(pool), request);
  };

  const heroOf = (subject: string): FaultHero => ({
    subject,
    world,
    pass,
    work,
    async send(type, data = {}, id) {
      const envelope = envelopeOf(subject, type, data, id);
      const publication = { topic: "commands", envelopes: [envelope] };
      await publishEvents(fromPg(pool), { ...publication, direction: "received" });
      return envelope.id;
    },
    async settle() {
      await work();
      for (let turn = 0; await isOpen(); turn += 1) {
        if (turn === TURNS_MAX) throw new Error(`'${subject}' does not come to an end`);
        await pass();
      }
    },
    async ask(kind, dryRun = false) {
      const [letterId = "none"] = await openLettersOf(subject);
      const target = { letterId };
      const asked = { project: project.name, kind, target, dryRun };
      await requestCommand(fromPgPool(pool), { ...asked, ...BY_MARA });
    },
    act: (machineId, action) => act(machineId, subject, action),
    migrateBack: (machineId) => {
      const version = older.find((chart) => chart.machineId === machineId)?.version ?? "";
      return act(machineId, subject, { kind: "migrate", version });
    },
    async sendLater(type) {
      const event = {
        topic: "commands",
        envelope: envelopeOf(subject, type),
        delayMs: 2 * TURN_MS,
      };
      await scheduleEvents(fromPg(pool), [event], "received");
    },
    async handIn(type) {
      const envelope = envelopeOf(subject, type);
      await insist(() => runner.handle(envelope));
    },
    async replayInBulk() {
      const ids = await openLettersOf(subject);
      const frozen = { project: project.name, filter: { ids }, actor: "mara" };
      const { id, hash } = await freezeSelection(fromPgPool(pool), frozen);
      const job = { selectionId: id, hash, dryRun: false, ...BY_MARA };
      await startReplayJob(fromPgPool(pool), job);
    },
    async keepHouse() {
      await pool.query("DELETE FROM sagascope.pipe_sample"); // one is written a minute
      const { purgeLetters, ...upkeep } = stores.upkeep;
      for (const task of Object.values(upkeep)) await insist<unknown>(() => task());
      await insist(() => purgeLetters({ resolvedMs: LEASE_MS }));
    },
    async leaveAndComeBack() {
      await insist(() => stores.workers.leave());
      await insist(() => stores.workers.register(REGISTRATION));
    },
  });

  return {
    async tell(subject, story, failing) {
      const callsBefore = world.calls.length;
      faulty.begin(failing);
      await story(heroOf(subject));
      // Where the answer to a commit was lost, the store is done and the worker not yet: it tries once more, and is refused.
      await pass();
      const [stored] = await subjectStories(pool, [subject]);
      if (stored === undefined) throw new Error(`nothing is told of '${subject}'`);
      return {
        sent: faulty.sent(),
        failed: faulty.failed(),
        stored,
        calls: world.calls.slice(callsBefore).map((call) => call.replace(` ${subject}`, "")),
      };
    },
    async close() {
      await pools.close();
      await database.drop();
    },
  };
}
