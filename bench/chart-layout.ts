/**
 * How long the console takes to lay out charts of many shapes and sizes, and to draw one of 200 states in a Chromium (CHROMIUM_PATH):
 * `npx tsx bench/chart-layout.ts`. Brings up a house of its own with an empty database, which holds one instance.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import path from "node:path";
import { chromium, type Page } from "@playwright/test";
import pg from "pg";
import { layoutChart } from "../apps/web/src/features/chart-drawing/layout/layout-chart.ts";
import { largeCharts } from "../apps/web/src/features/chart-drawing/layout/testing/large-charts.ts";
import { currentHouse, ROOT } from "../e2e/fixtures/house.ts";
import { ADMIN } from "../e2e/fixtures/people.ts";
import setUp from "../e2e/global-setup.ts";
import { accountPages } from "../e2e/pages/account-pages.ts";
import { chartGraph } from "../packages/core/src/charts/graph.ts";
import { parseChart } from "../packages/core/src/charts/parse-chart.ts";

const SIZES = [20, 50, 100, 200, 500];
const ROUNDS = 5;
const DRAWN = 200;
const OPENINGS = 7;

/** The first layout, as a page that is opened sees it, and the median of some more. */
async function measure(shape: string, states: number, chart: object) {
  const graph = chartGraph(parseChart(chart));
  const times: number[] = [];
  let size = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now();
    const { by, width, height, edges } = await layoutChart(graph);
    times.push(performance.now() - startedAt);
    size = { arrows: edges.length, width: Math.round(width), height: Math.round(height), by };
  }
  const [first = 0] = times;
  return { shape, states, firstMs: rounded(first), p50Ms: quantile(times, 0.5), ...size };
}

/** One instance a shape, in the first state of its chart. */
const SEED = `
  WITH version AS (
    INSERT INTO sagascope.machine_version (project, machine_id, version, structure_hash, content_hash, chart)
    VALUES ('bench', $1, '1', $1, $1, $2::json) RETURNING id
  ), machine AS (
    INSERT INTO sagascope.machine (machine_id, project, chart_id) SELECT $1, 'bench', id FROM version
  )
  INSERT INTO sagascope.instance (machine_id, subject, project, chart_id, revision, status, phase, states, snapshot, correlation_id)
  SELECT $1, 'one', 'bench', id, 1, 'active', 'running', $3::text[], '{"context":{}}'::json, $1 FROM version`;

async function seed(dataDir: string, charts: Readonly<Record<string, object>>): Promise<void> {
  const running = JSON.parse(readFileSync(path.join(dataDir, "running.json"), "utf8"));
  const pool = new pg.Pool({ connectionString: running.databaseUrl });
  for (const [shape, chart] of Object.entries(charts)) {
    const id = `bench-${shape}`;
    const states = [shape === "nested" ? "g0.a0" : "s0"];
    await pool.query(SEED, [id, JSON.stringify({ ...chart, id }), states]);
  }
  await pool.end();
}

/** In the page: when the first frame with states came, and when the chart had been read before it, since the page's beginning. */
const UNTIL_DRAWN = `new Promise((resolve) => {
  const look = () => requestAnimationFrame(() =>
    document.querySelector("[data-state]") ? requestAnimationFrame(() => resolve({
      pageMs: performance.now(),
      readMs: Math.max(0, ...performance.getEntriesByType("resource")
        .filter(({ name }) => name.includes("instances.chart")).map(({ responseEnd }) => responseEnd)),
      longestTaskMs: Math.max(0, ...(window.longTasks ?? [])),
    })) : look());
  look();
})`;

const WATCH_TASKS = `window.longTasks = [];
new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map(({ duration }) => duration)))
  .observe({ type: "longtask", buffered: true });`;

interface Opening {
  readonly pageMs: number;
  readonly readMs: number;
  readonly longestTaskMs: number;
}

async function draw(page: Page, shape: string) {
  const address = `/instances/bench-${shape}/one`;
  const openings: Opening[] = [];
  for (let at = 0; at <= OPENINGS; at += 1) {
    await page.goto(address, { waitUntil: "commit" });
    openings.push(await page.evaluate<Opening>(UNTIL_DRAWN));
  }
  openings.shift(); // the scripts of the page are known from then on, as they are to whoever uses the console
  const drawn = openings.map(({ pageMs, readMs }) => pageMs - readMs);
  const pages = openings.map(({ pageMs }) => pageMs);
  return {
    shape,
    states: await page.locator("[data-state]").count(),
    /** From the chart's arrival to the first frame with it. */
    drawn: { p50Ms: quantile(drawn, 0.5), p95Ms: quantile(drawn, 0.95) },
    /** From the page's address to that frame. */
    page: { p50Ms: quantile(pages, 0.5), p95Ms: quantile(pages, 0.95) },
    longestTaskMs: quantile(
      openings.map(({ longestTaskMs }) => longestTaskMs),
      1,
    ),
  };
}

function rounded(ms: number): number {
  return Math.round(ms * 10) / 10;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}

const layouts = [];
for (const states of SIZES) {
  for (const [shape, chart] of Object.entries(largeCharts(states))) {
    layouts.push(await measure(shape, states, chart));
    console.info(JSON.stringify(layouts.at(-1)));
  }
}
const tearDown = await setUp();
try {
  const house = currentHouse();
  const charts = largeCharts(DRAWN);
  await seed(house.dataDir, charts);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const page = await browser.newPage({
    viewport: { width: 1440, height: 900 },
    baseURL: house.url,
  });
  await page.addInitScript(WATCH_TASKS);
  await page.goto(house.welcomeUrl);
  await accountPages(page).createAdmin(ADMIN);
  await page.waitForURL((url) => !url.pathname.startsWith("/welcome"));
  const drawings = [];
  for (const shape of Object.keys(charts)) {
    drawings.push(await draw(page, shape));
    console.info(JSON.stringify(drawings.at(-1)));
  }
  const result = {
    what: `charts laid out in Node, and ${DRAWN} states drawn in a browser`,
    machine: `${cpus().length} × ${cpus()[0]?.model ?? "unknown"}`,
    /** Of the last minute: above the number of processors others were working too. */
    load: loadavg()[0],
    browser: browser.version(),
    layouts,
    drawings,
  };
  await browser.close();
  const folder = path.join(ROOT, "bench/results");
  mkdirSync(folder, { recursive: true });
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync(
    path.join(folder, `${day}-chart-layout.json`),
    `${JSON.stringify(result, null, 2)}\n`,
  );
} finally {
  await tearDown();
}
