import pg from "pg";
import type { Arena, Contender, OpenContender } from "../contenders/contender.ts";
import { openServerCpu } from "../server-cpu.ts";
import type { Measurement, Task } from "./measurement.ts";
import { prepareWork } from "./prepare-work.ts";

/** Open a contender, have it prepare a task, measure its work, and close it. */
export async function measure(
  openContender: OpenContender,
  arena: Arena,
  task: Task,
): Promise<Measurement> {
  const pool = new pg.Pool({ connectionString: arena.databaseUrl, max: 1 });
  const contender = await openContender(arena);
  try {
    const work = await prepareWork(contender, task);
    // Every table as after some time of use, whatever was just stored.
    await pool.query("VACUUM (ANALYZE)");
    const stop = await startMeter(contender, pool);
    const timesMs = await work();
    return { ...(await stop()), timesMs, notDurable: contender.notDurable };
  } finally {
    await contender.close();
    await pool.end();
  }
}

async function startMeter(contender: Contender, pool: pg.Pool) {
  const postgresCpu = await openServerCpu(pool);
  const serverCpu = contender.serverCpuSeconds ?? (async () => postgresCpu());
  const serverBefore = await serverCpu();
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  return async () => {
    const seconds = (performance.now() - startedAt) / 1_000;
    const { user, system } = process.cpuUsage(cpuBefore);
    const serverAfter = await serverCpu();
    return {
      seconds,
      clientCpuSeconds: (user + system) / 1e6,
      serverCpuSeconds:
        serverBefore === undefined || serverAfter === undefined
          ? undefined
          : serverAfter - serverBefore,
    };
  };
}
