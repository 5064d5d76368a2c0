/**
 * Sagascope as its worker runs it, with its defaults but for the relay, which offers up to 1,000 messages at once.
 *
 * Messages (`drain`, `idle`) go to a relay whose far side is a function: what the engine offers as a plain consumer. Each
 * message is an event row that is kept and a delivery; the mark is the end of the delivery, in order per subject, under the
 * lease of the subject's shard. A relay writes no inbox receipt.
 *
 * Workflows are sagas of the builder: a step is receipt, snapshot, history and the next call in one transaction, and each call's
 * result is a step of its own. Their time begins before START is published.
 *
 * A transition is an envelope taken by a machine: inbox receipt, snapshot, history and one published envelope, in one
 * transaction.
 */
import type pg from "pg";
import { type BenchEngine, openBenchEngine } from "./bench-engine.ts";
import {
  benchProject,
  COMMANDS,
  COUNT_AND_PUBLISH,
  MESSAGE,
  MESSAGES,
  START_SAGA,
} from "./bench-project.ts";
import { runInLoops } from "./closed-loops.ts";
import type { Contender, OpenContender } from "./contender.ts";
import { contenderOfQueue, type Message, type MessageQueue } from "./message-queue.ts";

/** Messages of one subject are handled one after the other: ten of each when 20,000 wait. */
const MESSAGE_SUBJECTS = 2_000;
const TRANSITION_SUBJECTS = 500;

export const openContender: OpenContender = async ({ databaseUrl }) => {
  const relay = { take: (_message: Pick<Message, "key">) => {} };
  const project = benchProject(async ({ envelope }) => relay.take(JSON.parse(envelope).data));
  const engine = await openBenchEngine(databaseUrl, project);
  const queue = queueOf(engine, (handler) => {
    relay.take = handler;
  });
  return { ...contenderOfQueue(queue), ...workflowsOf(engine), ...transitionsOf(engine) };
};

function queueOf(
  engine: BenchEngine,
  onMessage: (handler: (message: Pick<Message, "key">) => void) => void,
): MessageQueue {
  let stored = 0;
  const store = (messages: readonly Message[]) => {
    const outgoing = messages.map((message, index) => ({
      type: MESSAGE,
      subject: `subject-${(stored + index) % MESSAGE_SUBJECTS}`,
      data: { ...message },
    }));
    stored += messages.length;
    return engine.publish(MESSAGES, outgoing);
  };
  return {
    fill: store,
    send: (message) => store([message]),
    async work(handler) {
      onMessage(handler);
      await engine.start();
    },
    async isEmpty() {
      const { rowCount } = await engine.pool.query("SELECT 1 FROM sagascope.delivery LIMIT 1");
      return rowCount === 0;
    },
    close: () => engine.close(),
  };
}

function workflowsOf(engine: BenchEngine): Pick<Contender, "workflows" | "alone"> {
  const run = async (subject: string) => {
    const ended = engine.ended(subject);
    await engine.publish(COMMANDS, [{ type: START_SAGA, subject, data: { order: subject } }]);
    await ended;
  };
  let alone = 0;
  return {
    async workflows(count, atOnce) {
      await engine.start();
      return () => runInLoops(count, atOnce, (index) => run(`order-${index}`));
    },
    async alone() {
      await engine.start();
      return () => {
        alone += 1;
        return run(`order-${alone}`);
      };
    },
  };
}

function transitionsOf(engine: BenchEngine): Pick<Contender, "transitions"> {
  return {
    async transitions(count) {
      const messages = Array.from({ length: count }, (_message, index) => ({
        type: COUNT_AND_PUBLISH,
        subject: `account-${index % TRANSITION_SUBJECTS}`,
        data: {},
      }));
      await engine.publish(COMMANDS, messages);
      return async () => {
        const committed = engine.committed(count);
        await engine.start();
        await committed;
        await requirePublished(engine.pool, count);
      };
    },
  };
}

/** A figure for work that was not done would be worse than none. */
async function requirePublished(pool: pg.Pool, count: number): Promise<void> {
  const { rows } = await pool.query<{ published: number }>(
    "SELECT count(*)::int AS published FROM sagascope.event WHERE direction = 'published'",
  );
  if (rows[0]?.published === count) return;
  throw new Error(`${count} transitions published ${rows[0]?.published} envelopes`);
}
