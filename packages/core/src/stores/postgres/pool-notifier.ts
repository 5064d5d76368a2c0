import type { Pool } from "pg";

/** Says something on a channel once what was sent before is committed. A hint: it may be lost, and polling stays behind it. */
export type Notify = (channel: string, payload: string) => void;

/** Commits that carry a notification wait for each other, so it goes without waiting for the disk. */
const SEND = `
  SELECT set_config('synchronous_commit', 'off', true), count(pg_notify(n.channel, n.payload))
  FROM unnest($1::text[], $2::text[]) AS n (channel, payload)`;

/** Between two sendings: what comes meanwhile goes together. Whoever listens is awake by then anyway. */
const PAUSE_MS = 2;

const notifiers = new WeakMap<Pool, Notify>();

/** The one notifier of a pool, however often the pool is bound: an application that binds it for each request still sends few. */
export function notifierOf(pool: Pool): Notify {
  const notify = notifiers.get(pool) ?? createPoolNotifier(pool);
  notifiers.set(pool, notify);
  return notify;
}

/**
 * Notifications in transactions of their own: inside a commit they would make all commits of the database wait for one
 * another, disk and all, since the server orders them. What comes in one turn, or while one is on its way, goes together, each
 * different thing once.
 */
function createPoolNotifier(pool: Pool): Notify {
  let waiting = new Map<string, readonly [channel: string, payload: string]>();
  let isSending = false;

  const send = async (): Promise<void> => {
    while (waiting.size > 0) {
      const sent = [...waiting.values()];
      waiting = new Map();
      const values = [sent.map(([channel]) => channel), sent.map(([, payload]) => payload)];
      await pool.query(SEND, values).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS).unref());
    }
    isSending = false;
  };

  return (channel, payload) => {
    waiting.set(`${channel}\0${payload}`, [channel, payload]);
    if (isSending) return;
    isSending = true;
    queueMicrotask(() => void send());
  };
}
