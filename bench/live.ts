/**
 * What open pages cost the database: statements a second with one browser and with many, while instances move and while
 * nothing does; see bench/README.md. `DATABASE_URL=… npx tsx bench/live.ts [--browsers 200] [--seconds 20] [--moves 20]`
 */
import { createHmac, randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { migrate } from "@sagascope/database/migrate";
import pg from "pg";
import { type BenchBrowser, openBrowser, type PageRead } from "./live/bench-browser.ts";

const { values } = parseArgs({
  options: {
    browsers: { type: "string", default: "200" },
    seconds: { type: "string", default: "20" },
    moves: { type: "string", default: "20" },
  },
});
const [BROWSERS, SECONDS, MOVES] = [
  Number(values.browsers),
  Number(values.seconds),
  Number(values.moves),
];
const INSTANCES = 500;
const LOOK_MS = 100;
const OPENED_AT_ONCE = 5;
const WARM_UP_MS = 2_000; // what opening cost has ended by then
const SECRET = "a secret of the benchmark, which opens nothing else";

const databaseUrl = process.env.DATABASE_URL;
if (databaseUrl === undefined) throw new Error("set DATABASE_URL to a database of its own");
Object.assign(process.env, { BETTER_AUTH_SECRET: SECRET, PORT: "4101" });
await migrate(databaseUrl);
const writer = new pg.Client({ connectionString: databaseUrl });
await writer.connect();

const { database } = await import("../apps/web/src/server/database/database.ts");
const { serveTRPC } = await import("../apps/web/src/server/trpc/serve-trpc.ts");

/** Every statement of the console's connections, whoever asked for it. */
let statements = 0;
database().pool.on("connect", (client) => {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((...args: unknown[]) => {
    statements += 1;
    return query(...args);
  }) as typeof client.query;
});

/** The page of instances inside its frame. */
const watched = { anyInstance: true, deadLetters: true };
const PAGE: readonly PageRead[] = [
  {
    path: "instances.list",
    input: { filter: {}, order: "newest", limit: 50 },
    filter: watched,
    intervalMs: 500,
  },
  { path: "instances.facets", input: { filter: {} }, filter: watched, intervalMs: 2_000 },
  { path: "shell.counts", filter: { ...watched, workers: true }, intervalMs: 1_000 },
];

async function seed(): Promise<void> {
  await writer.query(`
    WITH v AS (
      INSERT INTO sagascope.machine_version (project, machine_id, version, structure_hash, content_hash, chart)
      VALUES ('bench', 'm', '1', 'x', 'x', '{"id":"m","initial":"a","states":{"a":{"on":{"GO":"a"}}}}') RETURNING id)
    INSERT INTO sagascope.machine (machine_id, project, chart_id) SELECT 'm', 'bench', id FROM v`);
  await writer.query(
    `INSERT INTO sagascope.instance (machine_id, subject, project, chart_id, revision, status, phase, states, snapshot, correlation_id)
     SELECT 'm', 's-' || n, 'bench', (SELECT max(id) FROM sagascope.machine_version), 1, 'active', 'running', '{a}', '{}', 'c-' || n
     FROM generate_series(1, $1::int) n`,
    [INSTANCES],
  );
}

/** A session of a person of their own, as if they had signed in. */
async function signIn(at: number): Promise<string> {
  const token = randomUUID();
  await writer.query(
    `WITH u AS (
       INSERT INTO sagascope."user" (id, name, email, email_verified, role) VALUES ($1, $1, $1 || '@example.com', true, 'viewer')
       RETURNING id)
     INSERT INTO sagascope.session (id, token, user_id, expires_at) SELECT $2, $2, id, now() + interval '1 day' FROM u`,
    [`person-${at}-${token.slice(0, 8)}`, token],
  );
  const signature = createHmac("sha256", SECRET).update(token).digest("base64");
  return `better-auth.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
}

/** Moves instances as workers do, each with its hint, until it is stopped. */
function move(): () => Promise<void> {
  let stopped = false;
  const moving = (async () => {
    for (let at = 0; !stopped; at += 1) {
      const subject = `s-${1 + (at % INSTANCES)}`;
      await writer.query(
        "UPDATE sagascope.instance SET revision = revision + 1, updated_at = now() WHERE machine_id = 'm' AND subject = $1",
        [subject],
      );
      await writer.query("SELECT pg_notify('sagascope_change', $1)", [
        JSON.stringify({ i: [`m/${subject}`] }),
      ]);
      await pause(1_000 / MOVES);
    }
  })();
  return async () => {
    stopped = true;
    await moving;
  };
}

async function measure(count: number, moving: boolean) {
  const browsers: BenchBrowser[] = [];
  const areShown = async () => {
    while (browsers.some((browser) => browser.answers() < PAGE.length)) await pause(LOOK_MS);
  };
  for (let at = 0; at < count; at += 1) {
    browsers.push(openBrowser(serveTRPC, await signIn(at), PAGE));
    if (at % OPENED_AT_ONCE === 0) await areShown(); // people do not open their pages in one second
  }
  const stop = moving ? move() : async () => {};
  await areShown();
  await pause(WARM_UP_MS);
  const answersBefore = browsers.map((browser) => browser.answers());
  const before = statements;
  const startedAt = performance.now();
  await pause(SECONDS * 1_000);
  const seconds = (performance.now() - startedAt) / 1_000;
  const statementsASecond = Number(((statements - before) / seconds).toFixed(2));
  const answers = browsers.map((browser, at) => browser.answers() - (answersBefore[at] ?? 0));
  await stop();
  for (const browser of browsers) browser.close();
  const figure = {
    browsers: count,
    moving,
    statementsASecond,
    answersASecond: Number((answers.reduce((sum, each) => sum + each, 0) / seconds).toFixed(2)),
    leastAnswersOfABrowser: Math.min(...answers),
  };
  console.log(figure);
  return figure;
}

await seed();
const figures = [];
for (const moving of [true, false]) {
  const one = await measure(1, moving);
  const many = await measure(BROWSERS, moving);
  const times = Number((many.statementsASecond / one.statementsASecond).toFixed(2));
  console.log(`${moving ? "while instances move" : "at rest"}: ${times} times one browser's`);
  figures.push(one, many, { moving, times });
}
const stamp = new Date().toISOString().slice(0, 10);
const folder = new URL("results/", import.meta.url);
mkdirSync(folder, { recursive: true });
const result = { at: new Date(), seconds: SECONDS, movesASecond: MOVES, figures };
writeFileSync(new URL(`${stamp}-live.json`, folder), `${JSON.stringify(result, null, 2)}\n`);
process.exit(0); // the hub of the process would listen on
