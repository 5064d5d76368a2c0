import { EmbeddedPostgresError } from "./errors.ts";

/** The operating system user that Postgres runs as. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/** Unprivileged users that systems come with; the first is there where Postgres was ever installed. */
const CANDIDATES = ["postgres", "nobody"];

/**
 * Postgres refuses to run as root, so root hands it to an unprivileged user that exists already. Anybody else runs
 * it as themselves: `undefined`.
 *
 * @param uid - who we are; absent where the platform has no user ids
 * @param passwd - the text of `/etc/passwd`
 * @throws {EmbeddedPostgresError} if we are root and none of the usual users exists
 */
export function chooseServerUser(uid: number | undefined, passwd: string): ServerUser | undefined {
  if (uid !== 0) return undefined;
  const rows = passwd.split("\n").map((line) => line.split(":"));
  for (const name of CANDIDATES) {
    const row = rows.find(([user]) => user === name);
    if (row) return { uid: Number(row[2]), gid: Number(row[3]) };
  }
  throw new EmbeddedPostgresError(
    `cannot run as root, and none of the users ${CANDIDATES.join(", ")} exists`,
  );
}
