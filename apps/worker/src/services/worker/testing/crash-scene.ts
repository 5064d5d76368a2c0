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
