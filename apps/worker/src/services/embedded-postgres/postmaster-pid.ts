/** What a running server tells about itself in `postmaster.pid`. */
export interface PostmasterPid {
  readonly pid: number;
  readonly port: number;
  /** `ready` once connections are taken; other words come and go while starting and stopping. */
  readonly status: string;
}

/** Lines of the file, counted from 0 (PostgreSQL's `miscadmin.h`, LOCK_FILE_LINE_*). */
const LINE = { pid: 0, port: 3, status: 7 } as const;

/** Read `postmaster.pid`; `undefined` while the server is still writing it. */
export function parsePostmasterPid(text: string): PostmasterPid | undefined {
  const lines = text.split("\n").map((line) => line.trim());
  const pid = Number(lines[LINE.pid]);
  const port = Number(lines[LINE.port]);
  if (!Number.isInteger(pid) || pid <= 0 || !Number.isInteger(port) || port <= 0) return undefined;
  return { pid, port, status: lines[LINE.status] ?? "" };
}
