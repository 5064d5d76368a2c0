/**
 * Sagascope and what a user would pick instead, measured in one run; see bench/README.md.
 * `DATABASE_URL=… REDIS_URL=… npx tsx bench/compare.ts --rounds 4`
 */
import { openDatabases } from "./comparison/databases.ts";
import { formatSummary } from "./comparison/format-summary.ts";
import { parseOptions } from "./comparison/options.ts";
import { COMPARED, read } from "./comparison/readings.ts";
import { type Entrant, type Need, readRoster } from "./comparison/roster.ts";
import { runRounds } from "./comparison/run-rounds.ts";
import { summarize, type Trial } from "./comparison/summary.ts";
import { describeMachine, writeResults } from "./comparison/write-results.ts";

const { DATABASE_URL, REDIS_URL, ABSURD_SQL } = process.env;
if (DATABASE_URL === undefined)
  throw new Error("set DATABASE_URL to a server to make databases on");
const options = parseOptions(process.argv.slice(2));
const given: Readonly<Record<Need, string | undefined>> = { REDIS_URL, ABSURD_SQL };
const entrants = readRoster().filter(isEntered);

function isEntered({ name, need }: Entrant): boolean {
  const isAsked = options.only.length === 0 || options.only.some((only) => name.startsWith(only));
  if (!isAsked) return false;
  if (need === undefined || given[need] !== undefined) return true;
  console.error(`${name} is left out: ${need} is not set`);
  return false;
}

function progressOf({ round, contender, task, outcome }: Trial): string {
  const what = `round ${round}/${options.rounds}  ${task.figure} ${task.count}  ${contender}`;
  if (outcome.kind === "failed") return `${what}: failed: ${outcome.problem}`;
  const readings = COMPARED[task.figure].map(
    (reading) => `${reading} ${read(reading, task, outcome.measurement)?.toFixed(1)}`,
  );
  return `${what}: ${readings.join(", ")}`;
}

/** Without the times of each single piece of work. */
function toRecord({ outcome, ...trial }: Trial) {
  if (outcome.kind === "failed") return { ...trial, outcome };
  const { timesMs, ...measured } = outcome.measurement;
  const readings = COMPARED[trial.task.figure].map((reading) => [
    reading,
    read(reading, trial.task, outcome.measurement),
  ]);
  return { ...trial, ...measured, ...Object.fromEntries(readings) };
}

const startedAt = new Date();
const machine = await describeMachine(DATABASE_URL);
const databases = openDatabases(DATABASE_URL);
const interrupt = new AbortController();
for (const name of ["SIGINT", "SIGTERM"]) process.once(name, () => interrupt.abort());
const course = {
  databases,
  redisUrl: REDIS_URL,
  absurdSql: ABSURD_SQL,
  signal: interrupt.signal,
};

const trials: Trial[] = [];
for await (const trial of runRounds(course, options.rounds, options.tasks, entrants)) {
  trials.push(trial);
  console.error(progressOf(trial));
}
await databases.close();

const summaries = options.tasks.flatMap((task) => {
  const ofTask = trials.filter((trial) => trial.task === task);
  return ofTask.length === 0 ? [] : summarize(task, ofTask);
});
for (const summary of summaries) console.log(`\n${formatSummary(summary)}`);
const results = { startedAt, machine, summaries, trials: trials.map(toRecord) };
console.log(`\nwritten to ${writeResults(startedAt, options.what, results)}`);
if (trials.some(({ outcome }) => outcome.kind === "failed")) process.exitCode = 1;
