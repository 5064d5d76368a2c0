/**
 * How long a conversation of ten thousand envelopes takes to a useful picture, and how smoothly it pans: `npx tsx bench/conversation.ts [envelopes]`.
 * Brings up a house of its own with an empty database, fills it, and looks at it with a Chromium (CHROMIUM_PATH).
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import path from "node:path";
import { chromium, type Page, type Response } from "@playwright/test";
import pg from "pg";
import { currentHouse, ROOT } from "../e2e/fixtures/house.ts";
import { ADMIN } from "../e2e/fixtures/people.ts";
import setUp from "../e2e/global-setup.ts";
import { accountPages } from "../e2e/pages/account-pages.ts";

const ENVELOPES = Number(process.argv[2] ?? 10_000);
const OPENINGS = 7;
const PAN_MS = 3_000;
const CORRELATION = "bench-conversation";
const ADDRESSES = {
  graph: `/conversations/${CORRELATION}`,
  "graph, one by one": `/conversations/${CORRELATION}?group=none`,
  sequence: `/conversations/${CORRELATION}?view=sequence&group=none`,
  time: `/conversations/${CORRELATION}?view=time&group=none`,
} as const;

/** An order of many lines: each is reserved, packed and weighed, now and then looked at again, and what weighs it says so four times. */
const SEED = `
  INSERT INTO sagascope.event (id, source, type, subject, topic, correlation_id, causation_id, direction, envelope, recorded_at)
  SELECT 'bench-' || n, CASE n % 4 WHEN 0 THEN '/order' WHEN 1 THEN '/warehouse' WHEN 2 THEN '/scales' ELSE '/mail' END,
         CASE WHEN n = 0 THEN 'order.placed' ELSE 'line.step.' || (n % 12) END, 'order-1', 'events', $1,
         CASE WHEN n = 0 THEN NULL WHEN n % 997 = 0 THEN 'lost-' || n WHEN n % 3 = 0 THEN 'bench-' || n / 3 ELSE 'bench-' || n / 9 END,
         'received', json_build_object('specversion', '1.0', 'id', 'bench-' || n, 'data', json_build_object('note', repeat('x', 200))),
         clock_timestamp() + make_interval(secs => n * 0.05)
  FROM generate_series(0, $2::int - 1) n ORDER BY n`;

interface Opening {
  readonly pictureMs: number;
  readonly boxes: number;
  readonly elements: number;
  readonly bytes: number;
}

async function seed(dataDir: string): Promise<void> {
  const running = JSON.parse(readFileSync(path.join(dataDir, "running.json"), "utf8"));
  const pool = new pg.Pool({ connectionString: running.databaseUrl });
  await pool.query(SEED, [CORRELATION, ENVELOPES]);
  await pool.query("ANALYZE sagascope.event");
  await pool.end();
}

/** In the page: milliseconds from the start of its loading to the first frame with boxes. */
const UNTIL_PICTURE = `new Promise((resolve) => {
  const look = () => requestAnimationFrame(() =>
    document.querySelector("[data-box]") ? requestAnimationFrame(() => resolve(performance.now())) : look());
  look();
})`;

/** In the page: milliseconds between frames while the drawing is pushed to and fro. */
const PAN = `new Promise((resolve) => {
  let place = document.querySelector("[data-box]").parentElement;
  while (!/auto|scroll/.test(getComputedStyle(place).overflowY)) place = place.parentElement;
  const far = (all, seen) => Math.min(6000, all - seen);
  const frames = [];
  const startedAt = performance.now();
  let last = startedAt;
  const step = (now) => {
    frames.push(now - last);
    last = now;
    const at = (now - startedAt) / ${PAN_MS};
    if (at >= 1) return resolve(frames.slice(2));
    const there = 0.5 - Math.cos(at * 4 * Math.PI) / 2;
    place.scrollTop = there * far(place.scrollHeight, place.clientHeight);
    place.scrollLeft = there * far(place.scrollWidth, place.clientWidth);
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})`;

async function open(page: Page, url: string): Promise<Opening> {
  let bytes = 0;
  const count = async (response: Response) => {
    if (!response.url().includes("/api/trpc/conversations")) return;
    bytes += (await response.request().sizes()).responseBodySize;
  };
  page.on("response", count);
  await page.goto(url, { waitUntil: "commit" });
  const pictureMs = await page.evaluate<number>(UNTIL_PICTURE);
  await page.waitForLoadState("load");
  page.off("response", count);
  const boxes = await page.locator("[data-box]").count();
  return { pictureMs, boxes, elements: await page.locator("*").count(), bytes };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return Math.round(value * 10) / 10;
}

async function measure(page: Page, url: string) {
  await open(page, url); // the scripts of the page are known from then on, as they are to whoever uses the console
  const openings: Opening[] = [];
  for (let at = 0; at < OPENINGS; at++) openings.push(await open(page, url));
  const frames = await page.evaluate<readonly number[]>(PAN);
  const times = openings.map(({ pictureMs }) => pictureMs);
  const [last] = openings.slice(-1);
  return {
    picture: { p50Ms: quantile(times, 0.5), p95Ms: quantile(times, 0.95) },
    ...{ boxes: last?.boxes, elements: last?.elements, bytes: last?.bytes },
    frames: {
      count: frames.length,
      p50Ms: quantile(frames, 0.5),
      p95Ms: quantile(frames, 0.95),
      mostMs: quantile(frames, 1),
      over33Ms: frames.filter((ms) => ms > 33.4).length,
    },
  };
}

const tearDown = await setUp();
try {
  const house = currentHouse();
  await seed(house.dataDir);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const page = await browser.newPage({
    viewport: { width: 1440, height: 900 },
    baseURL: house.url,
  });
  await page.goto(house.welcomeUrl);
  await accountPages(page).createAdmin(ADMIN);
  await page.waitForURL((url) => !url.pathname.startsWith("/welcome"));
  const views: Record<string, object> = {};
  for (const [view, address] of Object.entries(ADDRESSES)) {
    views[view] = await measure(page, `${house.url}${address}`);
    console.info(view, JSON.stringify(views[view]));
  }
  const result = {
    what: `a conversation of ${ENVELOPES} envelopes, from its address to the first frame with boxes, and panned for ${PAN_MS} ms`,
    machine: `${cpus().length} × ${cpus()[0]?.model ?? "unknown"}`,
    /** Of the last minute: above the number of processors others were working too. */
    load: loadavg()[0],
    browser: browser.version(),
    views,
  };
  await browser.close();
  const folder = path.join(ROOT, "bench/results");
  mkdirSync(folder, { recursive: true });
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync(
    path.join(folder, `${day}-conversation.json`),
    `${JSON.stringify(result, null, 2)}\n`,
  );
} finally {
  await tearDown();
}
