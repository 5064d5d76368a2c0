import type { StepCommit } from "../../../engine/step-commit.ts";
import { changeHint } from "../commit/change-hint.ts";
import type { Sql } from "../sql.ts";

/** Between two announcements: often enough for people and for other workers, seldom enough to cost nothing. */
const QUIET_MS = 20;
/** Commits that wait to be announced; of more, all that is said is that there were more. */
const COMMITS_MAX = 2_000;
const MUCH_CHANGED = JSON.stringify({ more: 1, d: 1, a: 1 });

const ANNOUNCE = `
  SELECT CASE WHEN $2::text IS NOT NULL THEN pg_notify('sagascope_change', $2) END IS NULL AS silent,
         (SELECT count(pg_notify('sagascope_work', p)) FROM unnest($1::text[]) p) AS woken,
         (SELECT count(pg_notify('sagascope_feed', t)) FROM unnest($3::text[]) t) AS fed`;

/**
 * Tells screens and other workers what was committed, after the fact and many commits at a time: a notification inside the
 * commit would make commits wait for each other, since the server orders them. Announcements are hints; polling stays behind
 * them.
 */
export interface Announcer {
  /** @param topics - that feeds read */
  announce(
    commits: readonly StepCommit[],
    projects: readonly string[],
    topics: readonly string[],
  ): void;
  /** Settles when everything has been said. */
  flush(): Promise<void>;
}

/** @param relaxed - announcements need not wait for the disk */
export function createAnnouncer(relaxed: Sql): Announcer {
  let commits: StepCommit[] = [];
  const projects = new Set<string>();
  const topics = new Set<string>();
  let sending: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const isSilent = () => commits.length + projects.size + topics.size === 0;

  const send = async (): Promise<void> => {
    const hint = commits.length < COMMITS_MAX ? changeHint(commits) : MUCH_CHANGED;
    const woken = [...projects];
    const fed = [...topics];
    commits = [];
    projects.clear();
    topics.clear();
    if (hint === undefined && woken.length + fed.length === 0) return;
    // Nobody is told again: whoever needs to know looks by itself before long.
    const values = [woken, hint ?? null, fed];
    await relaxed.query("announce changes", ANNOUNCE, values).catch(() => undefined);
  };

  const run = (): void => {
    timer = undefined;
    if (sending !== undefined || isSilent()) return;
    sending = send().finally(() => {
      sending = undefined;
      timer = setTimeout(run, QUIET_MS);
      timer.unref();
    });
  };

  return {
    announce(done, woken, fed) {
      if (commits.length < COMMITS_MAX) commits.push(...done);
      for (const project of woken) projects.add(project);
      for (const topic of fed) topics.add(topic);
      if (timer === undefined) run();
    },
    async flush() {
      await sending;
      await send();
    },
  };
}
