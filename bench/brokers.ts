import { parseArgs } from "node:util";
import { createEnvelope } from "@sagascope/core";
import { type OpenedBroker, openBroker } from "./brokering/open-broker.ts";
import { removeBrokerTopic } from "./brokering/remove-broker-topic.ts";

/**
 * Throughput of a broker, and a soak: publish so many envelopes over so many subjects, consume them with several consumers, and
 * check on the way that nothing is lost and each subject stays in order. Ends with 1 if not.
 *
 *   node --import tsx bench/brokers.ts URL [--envelopes 10000] [--subjects 1000] [--consumers 4] [--publishers 64]
 *     [--at-once N] [--replace MS] [--patience 30]
 *
 * `--at-once 20000` publishes so many, has them consumed, and goes on: for a server that keeps no more.
 * `--replace 500` ends a consumer each 500 ms, with what it has in hand, and puts a new one in its place.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    envelopes: { type: "string", default: "10000" },
    subjects: { type: "string", default: "1000" },
    consumers: { type: "string", default: "4" },
    publishers: { type: "string", default: "64" },
    /** Published before they are consumed; default: all. */
    "at-once": { type: "string" },
    /** Milliseconds; 0: never. */
    replace: { type: "string", default: "0" },
    /** Seconds without a new envelope, after which what is missing is lost. */
    patience: { type: "string", default: "30" },
  },
});
const [url] = positionals;
if (url === undefined) throw new Error("which broker? node --import tsx bench/brokers.ts URL");
const envelopes = wholeOf("envelopes");
const subjects = wholeOf("subjects");
const atOnce = values["at-once"] === undefined ? envelopes : wholeOf("at-once");
const replaceMs = Number(values.replace);
const patienceMs = Number(values.patience) * 1_000;
const topic = `bench-${Date.now()}`;
const POLL_MS = 20;
const TAKE = 256;
/** In memory all consumers have to be one broker: there is no server that they could share. */
const shared = new URL(url).protocol === "memory:" ? openBroker(url) : undefined;
const open = (): OpenedBroker => shared ?? openBroker(url);

/** Numbers of each subject that have come. */
const seen = new Map<string, Set<number>>();
let arrived = 0;
let repeated = 0;
let outOfOrder = 0;
let replaced = 0;
let arrivedAtMs = 0;
/** Envelopes published so far, once this round's are. */
let goal = 0;

const { broker: sender, close: closeSender } = open();
await sender.createTopics([topic]);
let publishingMs = 0;
let consumingMs = 0;
for (let from = 0; from < envelopes && arrived >= from; from = goal) {
  goal = Math.min(envelopes, from + atOnce);
  publishingMs += await timed(() =>
    inParallel(wholeOf("publishers"), (lane, lanes) => publishFrom(from, lane, lanes)),
  );
  arrivedAtMs = performance.now();
  consumingMs += await timed(() => inParallel(wholeOf("consumers"), consumeInTurn));
}
await closeSender();
await removeBrokerTopic(url, topic);

const perSecond = (ms: number) => Math.round((envelopes / ms) * 1_000);
console.log(
  JSON.stringify({
    ...{ broker: sender.name, envelopes, subjects, consumers: Number(values.consumers), replaced },
    publishedPerSecond: perSecond(publishingMs),
    consumedPerSecond: perSecond(consumingMs),
    ...{ lost: envelopes - arrived, repeated, outOfOrder },
  }),
);
if (arrived !== envelopes || outOfOrder > 0) process.exitCode = 1;

/** Those of a lane's subjects among the ones up to the goal; numbered by subject, in order. */
async function publishFrom(from: number, lane: number, lanes: number): Promise<void> {
  for (let at = from; at < goal; at += 1) {
    const s = at % subjects;
    if (s % lanes !== lane) continue;
    const n = Math.floor(at / subjects);
    await sender.publish(topic, createEnvelope({ type: "bench", subject: `s-${s}`, data: { n } }));
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

function isOver(): boolean {
  return arrived >= goal || performance.now() - arrivedAtMs > patienceMs;
}

/** One consumer after the other, until all has come. The first turn is shorter the later its lane, so that they end one by one. */
async function consumeInTurn(lane: number, lanes: number): Promise<void> {
  for (let turn = 0; !isOver(); turn += 1) {
    const turnMs = replaceMs * (turn === 0 ? lane + 1 : lanes);
    const untilMs = replaceMs === 0 ? Number.POSITIVE_INFINITY : performance.now() + turnMs;
    await consume(open(), () => isOver() || performance.now() >= untilMs);
    if (!isOver()) replaced += 1;
  }
}

async function consume(opened: OpenedBroker, isDone: () => boolean): Promise<void> {
  const { broker } = opened;
  const subscription = broker.subscribe(topic);
  const ended = (async () => {
    while (!isDone()) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    if (isOver()) await subscription.close();
    else await broker.close({ drainMs: 0 }); // with whatever is in hand
  })();
  for (;;) {
    const deliveries = await subscription.take(TAKE);
    if (deliveries.length === 0) break;
    for (const { envelope } of deliveries) note(envelope.subject ?? "", envelope.data);
    // Of a consumer that is ended some are not taken note of: they come again.
    await Promise.allSettled(deliveries.map((delivery) => delivery.ack()));
  }
  await ended;
  if (opened !== shared) await opened.close();
}

function note(subject: string, data: unknown): void {
  const { n } = data as { readonly n: number };
  const numbers = seen.get(subject) ?? new Set();
  seen.set(subject, numbers);
  if (numbers.has(n)) {
    repeated += 1;
    return;
  }
  if (n !== numbers.size) outOfOrder += 1; // first occurrences come as 0, 1, 2 …
  numbers.add(n);
  arrived += 1;
  arrivedAtMs = performance.now();
}

async function inParallel(
  lanes: number,
  work: (lane: number, lanes: number) => Promise<void>,
): Promise<void> {
  await Promise.all(Array.from({ length: lanes }, (_, lane) => work(lane, lanes)));
}

function wholeOf(name: keyof typeof values): number {
  const number = Number(values[name]);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new Error(`--${name} must be a whole number of at least 1, got '${values[name]}'`);
}
