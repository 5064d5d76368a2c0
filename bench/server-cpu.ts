/** Processor time of a PostgreSQL server on this machine, as far as the machine tells (Linux). */
import { readdirSync, readFileSync } from "node:fs";
import type pg from "pg";

const TICKS_PER_SECOND = 100; // USER_HZ, the same on every Linux a server runs on

/** Seconds that all processes of the server have computed so far; undefined if it runs elsewhere. */
export type ServerCpu = () => number | undefined;

export async function openServerCpu(pool: pg.Pool): Promise<ServerCpu> {
  const { rows } = await pool.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const postmaster = readStat(rows[0]?.pid ?? 0)?.parent;
  return () => (postmaster === undefined ? undefined : secondsOf(postmaster));
}

function secondsOf(postmaster: number): number {
  const running = readdirSync("/proc").flatMap((name) => readStat(Number(name)) ?? []);
  const ticks = running.map(({ pid, parent, own, ended }) => {
    if (pid === postmaster) return own + ended;
    return parent === postmaster ? own : 0;
  });
  return ticks.reduce((sum, one) => sum + one, 0) / TICKS_PER_SECOND;
}

/** See proc(5): fields behind the name, which may hold spaces. `ended`: children that were waited for. */
function readStat(pid: number) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const at = (index: number) => Number(fields[index]);
    return { pid, parent: at(1), own: at(11) + at(12), ended: at(13) + at(14) };
  } catch {
    return undefined;
  }
}
