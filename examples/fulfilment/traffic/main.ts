import { existsSync } from "node:fs";
import path from "node:path";
import { seededRandom } from "../seeded-random.ts";
import { shopBroker } from "../shop-broker.ts";
import { whenAskedToStop } from "../when-asked-to-stop.ts";
import { readFlags } from "./flags.ts";
import { orderEvents } from "./order-events.ts";
import { numberSource } from "./order-numbers.ts";
import { postEvents } from "./post-events.ts";
import { publishEvents } from "./publish-events.ts";
import { createTraffic, type TrafficCounts } from "./traffic.ts";

const TICK_MS = 50;
const REPORT_MS = 1_000;
/** The token or the address is wrong: every further post would be refused too. */
const HOPELESS = new Set([401, 403, 404]);

const flags = readFlags(process.argv.slice(2));
if (flags !== undefined) run(flags);

function run({ rate, orders, seed, concurrency, first }: NonNullable<typeof flags>): void {
  const url = process.env.SAGASCOPE_URL ?? "http://127.0.0.1:3000";
  const token = process.env.SAGASCOPE_INGEST_TOKEN ?? "";
  const broker = shopBroker(process.env.SHOP_BROKER);
  const startedMs = performance.now();
  const traffic = createTraffic({
    rate,
    orders,
    concurrency,
    nextNumber: numberSource({ first, file: numbersFile(), orders }),
    eventsOf: (number) => orderEvents(seed, number),
    post: (events) =>
      broker === undefined ? postEvents({ url, token }, events) : publishEvents(broker, events),
    random: seededRandom(seed, "retries"),
    nowMs: () => performance.now(),
    onRefused(status, reason) {
      console.error(`traffic: refused with ${status}: ${reason}`);
      process.exitCode = 1;
      if (HOPELESS.has(status)) stop();
    },
  });

  const ticking = setInterval(() => {
    traffic.tick();
    if (traffic.isDone()) stop();
  }, TICK_MS);
  const reporting = setInterval(report, REPORT_MS);

  function report(): void {
    console.log(line(performance.now() - startedMs, traffic.counts()));
  }
  function stop(): void {
    clearInterval(ticking);
    clearInterval(reporting);
    void broker?.close();
    report();
  }
  whenAskedToStop(stop);
}

/** Where runs against the stack of this folder remember which order numbers are used; none if there is no stack. */
function numbersFile(): string | undefined {
  const folder = process.env.SAGASCOPE_DATA ?? ".sagascope";
  return existsSync(folder) ? path.join(folder, "order-numbers") : undefined;
}

function line(elapsedMs: number, counts: TrafficCounts): string {
  const seconds = Math.round(elapsedMs / 1_000);
  return (
    `traffic: ${seconds} s, ${counts.orders} orders, ${counts.accepted} events accepted, ` +
    `${counts.retried} retried, ${counts.refused} refused, ` +
    `${counts.waiting} waiting, ${counts.inFlight} posts in flight`
  );
}
