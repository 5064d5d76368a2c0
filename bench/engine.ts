/** What the engine makes over a PostgreSQL of your own; see bench/README.md. `DATABASE_URL=… npx tsx bench/engine.ts` */
import { randomUUID } from "node:crypto";
import { percentile } from "./comparison/statistics.ts";
import { openBenchEngine } from "./contenders/bench-engine.ts";
import {
  benchProject,
  COMMANDS,
  COUNT,
  MESSAGE,
  MESSAGES,
  START_SAGA,
} from "./contenders/bench-project.ts";
import { runInLoops } from "./contenders/closed-loops.ts";
import { openServerCpu } from "./server-cpu.ts";

const TRANSITIONS = 20_000;
const TRANSITION_SUBJECTS = 500;
const SAGAS = 2_000;
const SAGAS_AT_ONCE = 50;
const SAGAS_ALONE = 100;
const IDLE_EVENTS = 200;
const BACKLOG = 20_000;
const QUEUE = 100_000;

const databaseUrl = process.env.DATABASE_URL;
if (databaseUrl === undefined) throw new Error("set DATABASE_URL to a database of its own");
const run = randomUUID().slice(0, 8);
const engine = await openBenchEngine(
  databaseUrl,
  benchProject(async () => {}),
);
const serverCpu = await openServerCpu(engine.pool);
let cpu = process.cpuUsage();
let serverAt = serverCpu();

/** With the processor time this process took since the last line: on a busy machine the truer figure. */
function report(what: string, figure: string): void {
  const { user, system } = process.cpuUsage(cpu);
  const server = (serverCpu() ?? 0) - (serverAt ?? 0);
  const seconds = `${((user + system) / 1e6).toFixed(2)} s here, ${server.toFixed(2)} s in the server`;
  console.log(what.padEnd(42), figure.padEnd(40), seconds);
  restartCpu();
}

function restartCpu(): void {
  cpu = process.cpuUsage();
  serverAt = serverCpu();
}

const subjects = (prefix: string, count: number) =>
  Array.from({ length: count }, (_subject, at) => `${run}-${prefix}-${at}`);

const publish = (type: string, to: readonly string[], topic = COMMANDS) =>
  engine.publish(
    topic,
    to.map((subject) => ({ type, subject, data: { order: subject } })),
  );

const spread = (times: readonly number[]) =>
  `p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms`;

/** How many a second, of so many since then. */
const rate = (count: number, startedAt: number) =>
  `${Math.round((count * 1_000) / (performance.now() - startedAt))} /s`;

async function runSaga(subject: string): Promise<void> {
  const ended = engine.ended(subject);
  await publish(START_SAGA, [subject]);
  await ended;
}

/** One measured piece of work: its name on the command line, and how it is done. */
const phases: Record<string, () => Promise<void>> = {
  async idle() {
    const names = subjects("idle", IDLE_EVENTS);
    const times = await runInLoops(IDLE_EVENTS, 1, async (index) => {
      const committed = engine.committed(1);
      await publish(COUNT, names.slice(index, index + 1));
      await committed;
    });
    report("idle: published → committed", spread(times));
  },

  async alone() {
    const times = await runInLoops(SAGAS_ALONE, 1, (index) => runSaga(`${run}-alone-${index}`));
    report("one saga of 3 steps alone", spread(times));
  },

  async sagas() {
    const startedAt = performance.now();
    const times = await runInLoops(SAGAS, SAGAS_AT_ONCE, (index) =>
      runSaga(`${run}-saga-${index}`),
    );
    const figure = `${rate(SAGAS, startedAt)}, ${spread(times)}`;
    report(`sagas of 3 steps, ${SAGAS_AT_ONCE} at a time`, figure);
  },

  async relay() {
    const startedAt = performance.now();
    const all = engine.committed(BACKLOG);
    await publish(MESSAGE, subjects("mail", BACKLOG), MESSAGES);
    await all;
    report("relayed, published while handled", rate(BACKLOG, startedAt));
  },

  async transitions() {
    const names = subjects("t", TRANSITION_SUBJECTS);
    const startedAt = performance.now();
    const all = engine.committed(TRANSITIONS);
    for (let at = 0; at < TRANSITIONS; at += TRANSITION_SUBJECTS) await publish(COUNT, names);
    await all;
    report("transitions, published while handled", rate(TRANSITIONS, startedAt));
  },
};

/** Work off what is already published, by a worker that just starts. */
async function drain(count: number, what: string): Promise<void> {
  restartCpu();
  const startedAt = performance.now();
  const drained = engine.committed(count);
  await engine.start();
  await drained;
  report(`drain of ${count.toLocaleString("en")} waiting ${what}`, rate(count, startedAt));
}

const asked = process.argv.slice(2);
const isAsked = (name: string) => asked.length === 0 || asked.includes(name);
if (asked.includes("queue")) {
  await publish(MESSAGE, subjects("queue", QUEUE), MESSAGES);
  await drain(QUEUE, "messages by a relay");
} else if (isAsked("drain")) {
  await publish(COUNT, subjects("backlog", BACKLOG));
  await drain(BACKLOG, "deliveries");
} else {
  await engine.start();
  restartCpu();
}
for (const [name, phase] of Object.entries(phases)) if (isAsked(name)) await phase();

await engine.close();
