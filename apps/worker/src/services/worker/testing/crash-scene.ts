import { fromPgPool, registerProject } from "@sagascope/core/postgres";
import {
  createTestDatabase,
  eventually,
  publish,
  type TestDatabase,
} from "@sagascope/core/testing";
import project from "./crash-project.ts";
import { startServices, type TestServices } from "./start-services.ts";
import { startWorker, type WorkerProcess } from "./start-worker.ts";

/** A database, outside services, and whatever workers a test starts. */
export interface CrashScene {
  readonly database: TestDatabase;
  readonly services: TestServices;
  startWorker(): Promise<WorkerProcess>;
  send(type: string, subject: string, data?: object): Promise<void>;
  rows<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Wait until no delivery waits, no call is open, and no timer is set. */
  drained(): Promise<void>;
  end(): Promise<void>;
}

const OPEN_WORK = `
  SELECT (SELECT count(*) FROM sagascope.delivery) + (SELECT count(*) FROM sagascope.timer)
       + (SELECT count(*) FROM sagascope.effect WHERE status = 'pending') AS open`;

export async function openCrashScene(): Promise<CrashScene> {
  const database = await createTestDatabase();
  await registerProject(fromPgPool(database.pool), project);
  const services = await startServices();
  const workers: WorkerProcess[] = [];
  const rows = async <Row>(text: string, values: readonly unknown[] = []) =>
    (await database.pool.query(text, [...values])).rows as Row[];
  return {
    database,
    services,
    rows,
    startWorker: async () => {
      const worker = startWorker(database.url, services.url);
      workers.push(worker);
      await worker.started;
      return worker;
    },
    send: async (type, subject, data = {}) => {
      await publish(database.pool, "commands", type, subject, JSON.parse(JSON.stringify(data)));
    },
    drained: async () => {
      await eventually("all work to be done", async () => {
        const [row] = await rows<{ open: string }>(OPEN_WORK);
        return row?.open === "0";
      });
    },
    end: async () => {
      await Promise.all(workers.map((worker) => worker.kill()));
      await services.close();
      await database.drop();
    },
  };
}

/** What is left of one saga in every table that must neither lose nor double anything. */
export async function storyOf({ rows }: CrashScene, machineId: string, subject: string) {
  const key = [machineId, subject];
  const where = "WHERE machine_id = $1 AND subject = $2";
  const instance = await rows(
    `SELECT status, phase, states, revision FROM sagascope.instance ${where}`,
    key,
  );
  const history = await rows(
    `SELECT revision, event FROM sagascope.history ${where} ORDER BY revision, at`,
    key,
  );
  const effects = await rows(
    `SELECT revision, ref, status FROM sagascope.effect ${where} ORDER BY id`,
    key,
  );
  const published = await rows(
    `SELECT type FROM sagascope.event ${where} AND direction = 'published' ORDER BY seq`,
    key,
  );
  const [receipts] = await rows(
    "SELECT count(*)::int AS n FROM sagascope.inbox WHERE scope LIKE '%' || $1 || '%'",
    [subject],
  );
  const letters = await rows(
    "SELECT reason, errors FROM sagascope.dead_letter WHERE subject = $1",
    [subject],
  );
  return { instance, history, effects, published, receipts, letters };
}
