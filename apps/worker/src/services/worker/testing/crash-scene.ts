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
  /** @param settings - more of its environment */
  startWorker(settings?: Readonly<Record<string, string>>): Promise<WorkerProcess>;
  send(type: string, subject: string, data?: object): Promise<void>;
  rows<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Wait until no delivery waits, no call is open, and no timer is set; @param waitMs - give up after this */
  drained(waitMs?: number): Promise<void>;
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
    startWorker: async (settings) => {
      const worker = startWorker(database.url, services.url, undefined, settings);
      workers.push(worker);
      await worker.started;
      return worker;
    },
    send: async (type, subject, data = {}) => {
      await publish(database.pool, "commands", type, subject, JSON.parse(JSON.stringify(data)));
    },
    drained: async (waitMs) => {
      const isDone = async () => {
        const [row] = await rows<{ open: string }>(OPEN_WORK);
        return row?.open === "0";
      };
      await eventually("all work to be done", isDone, waitMs);
    },
    end: async () => {
      await Promise.all(workers.map((worker) => worker.kill()));
      await services.close();
      await database.drop();
    },
  };
}
