import { readFileSync } from "node:fs";
import type pg from "pg";

const TICK_MS = 10; // of Linux, whatever the machine

/**
 * The processor time, in milliseconds, that a pool's sessions used in the server so far: what a read costs, however busy the machine
 * is. Nothing where the server runs elsewhere or the system has no `/proc`.
 */
export function watchBackends(pool: pg.Pool): () => number | undefined {
  const pids = new Set<number>();
  pool.on("connect", (client) => {
    const { processID } = client as unknown as { processID?: number };
    if (processID !== undefined && processID !== null) pids.add(processID);
  });
  return () => {
    try {
      return [...pids].reduce((sum, pid) => sum + usedMs(pid), 0);
    } catch {
      return undefined;
    }
  };
}

function usedMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS; // user and system
}
