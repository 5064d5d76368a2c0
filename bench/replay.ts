/** What bulk replay makes over a PostgreSQL of your own; see bench/README.md. `DATABASE_URL=… npx tsx bench/replay.ts` */
import { parseArgs } from "node:util";
import { assign, defineProject } from "@sagascope/core";
import {
  findReplayJob,
  freezeSelection,
  fromPgPool,
  startReplayJob,
} from "@sagascope/core/postgres";
import { openBenchEngine } from "./contenders/bench-engine.ts";

const { values } = parseArgs({
  options: {
    letters: { type: "string", default: "1000000" },
    replayed: { type: "string", default: "100000" },
    subjects: { type: "string", default: "20000" },
    parallel: { type: "string", default: "500" },
  },
});
const [letters, replayed, subjects, parallel] = [
  Number(values.letters),
  Number(values.replayed),
  Number(values.subjects),
  Number(values.parallel),
];

/** Letters of events that go through by now, with nothing in them that was masked. */
const WRITE_LETTERS = `
  INSERT INTO sagascope.dead_letter (id, project, consumer, work_key, source, reason, machine_id, subject, topic,
    event_type, envelope_id, attempts, errors, fingerprint, cause_title, envelope, captured_at)
  SELECT 'l-' || n, 'bench-replay', 'counter', 'envelope:e-' || n, 'envelope', 'max_attempts', 'counter',
    's-' || n % $2::int, 'commands', 'count', 'e-' || n, 5, '[]',
    CASE WHEN n <= $3::int THEN 'mended' ELSE 'open' END, 'the bank is away',
    json_build_object('specversion', '1.0', 'id', 'e-' || n, 'type', 'count', 'source', '/bench', 'subject',
      's-' || n % $2::int, 'data', json_build_object('n', n)),
    clock_timestamp() - interval '1 day' + n * interval '1 millisecond'
  FROM generate_series(1, $1::int) n`;

const project = defineProject({
  name: "bench-replay",
  topics: ["commands", { name: "events", onUnknown: "ignore" }],
  routes: [{ topic: "commands", type: "count", machine: "counter", event: "COUNT" }],
  machines: [
    {
      chart: {
        id: "counter",
        initial: "open",
        context: { count: 0 },
        states: { open: { on: { COUNT: { actions: ["count"] } } } },
      },
      logic: { actions: { count: assign({ count: ({ context }) => context.count + 1 }) } },
    },
  ],
});

const databaseUrl = process.env.DATABASE_URL;
if (databaseUrl === undefined) throw new Error("set DATABASE_URL to a database of its own");
const engine = await openBenchEngine(databaseUrl, project);
const sql = fromPgPool(engine.pool);

async function timed<Result>(what: string, run: () => Promise<Result>): Promise<Result> {
  const startMs = performance.now();
  const startCpu = process.cpuUsage();
  const result = await run();
  const seconds = (performance.now() - startMs) / 1_000;
  const { user, system } = process.cpuUsage(startCpu);
  // On a busy machine the processor time of this process is the truer figure.
  const cpu = `${((user + system) / 1e6).toFixed(2)} s here`;
  console.log(what.padEnd(60), `${seconds.toFixed(2)} s`.padEnd(12), cpu);
  return result;
}

await timed(`write ${letters} letters`, () =>
  engine.pool.query(WRITE_LETTERS, [letters, subjects, replayed]),
);
await engine.pool.query("ANALYZE sagascope.dead_letter");
const actor = "bench";
const whole = await timed(`freeze a selection of ${letters} letters`, () =>
  freezeSelection(sql, { project: project.name, filter: {}, actor }),
);
const part = await timed(`freeze ${replayed} of them by their cause`, () =>
  freezeSelection(sql, { project: project.name, filter: { cause: "mended" }, actor }),
);
if (whole.letters !== letters || part.letters !== replayed) throw new Error("not what was asked");
const id = await timed(`start a job of ${replayed} letters`, () =>
  startReplayJob(sql, {
    ...{ selectionId: part.id, hash: part.hash, actor, reason: "a benchmark", dryRun: false },
    ...{ canary: 0, parallel, force: true },
  }),
);
await engine.start();
await timed(`replay ${replayed} letters of ${subjects} subjects, ${parallel} at once`, async () => {
  for (;;) {
    const job = await findReplayJob(sql, id);
    if (job?.state === "done") {
      if (job.succeeded !== replayed) throw new Error(`only ${job.succeeded} came through`);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
});

await engine.close();
