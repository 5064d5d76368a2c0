import { createEnvelope } from "../../envelope/create-envelope.ts";
import { StoreUnavailableError } from "../../kernel/errors.ts";
import { silentLogger } from "../../kernel/logger.ts";
import { createOnceRunner } from "../../runtime/run-once.ts";
import { openEnginePools } from "../../stores/postgres/engine-pools.ts";
import { requestCommand } from "../../stores/postgres/operations/request-command.ts";
import { publishEvents } from "../../stores/postgres/outbox/publish-events.ts";
import { postgresEngineStores } from "../../stores/postgres/postgres-engine-stores.ts";
import { registerProject } from "../../stores/postgres/projects/register-project.ts";
import { fromPg, fromPgPool } from "../../stores/postgres/sql.ts";
import { makeFaultyPools, type SentStatement, type StatementFault } from "../faulty-pool.ts";
import { moveIntoThePast } from "../move-into-the-past.ts";
import { type SubjectStory, subjectStories } from "../subject-story.ts";
import { createTestDatabase } from "../test-database.ts";
import { TEST_SEAL_KEYS } from "../test-engine.ts";
import { type FaultWorld, faultProject, makeFaultWorld } from "./fault-project.ts";

/** Longer than any run: who waits for a lease to end waits in vain. */
const LEASE_MS = 36_000_000;
/** More than any wait between tries and any lease of a command. */
const TURN_MS = 30_000;
/** Turns until a run with one fault in it is over, generously. */
const TURNS_MAX = 20;

const OPEN_WORK = `
  SELECT (SELECT count(*) FROM sagascope.delivery) + (SELECT count(*) FROM sagascope.timer)
       + (SELECT count(*) FROM sagascope.effect WHERE status = 'pending')
       + (SELECT count(*) FROM sagascope.operator_command WHERE status IN ('waiting', 'running')) AS open`;

/** What the hero of a story can do. */
export interface FaultHero {
  readonly subject: string;
  readonly world: FaultWorld;
  /** @param id - sends it again */
  send(type: string, data?: object, id?: string): Promise<string>;
  /** Work, and let time pass, until nothing is open. */
  settle(): Promise<void>;
  /** Let time pass once, and work. */
  pass(): Promise<void>;
  /** Ask for something about the subject's open letter. */
  ask(kind: "replay" | "resolve", dryRun?: boolean): Promise<void>;
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
  await stores.workers.register({ host: "test", pid: 0, version: "0", machines: [] });

  const work = async (): Promise<void> => {
    for (;;) {
      try {
        await runner.runUntilQuiet();
        return;
      } catch (error) {
        if (!(error instanceof StoreUnavailableError)) throw error;
      }
    }
  };

  const pass = async (): Promise<void> => {
    await moveIntoThePast(pool, TURN_MS, ["delivery", "effect", "timer", "operator_command"]);
    clock.advance(TURN_MS);
    await work();
  };

  const isOpen = async (): Promise<boolean> => {
    const { rows } = await pool.query(OPEN_WORK);
    return rows[0].open !== "0";
  };

  const heroOf = (subject: string): FaultHero => ({
    subject,
    world,
    pass,
    async send(type, data = {}, id) {
      const envelope = createEnvelope({
        type,
        source: "/test",
        subject,
        data: { ...data, name: subject },
        ...(id === undefined ? {} : { id }),
      });
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
      const { rows } = await pool.query(
        "SELECT id FROM sagascope.dead_letter WHERE subject = $1 AND resolved_at IS NULL",
        [subject],
      );
      const target = { letterId: rows[0]?.id };
      const asked = { project: project.name, kind, target, dryRun };
      await requestCommand(fromPgPool(pool), { ...asked, reason: "mended", actor: "mara" });
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
