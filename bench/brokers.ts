import { parseArgs } from "node:util";
import { type Broker, brokerOfUrl, createEnvelope } from "@sagascope/core";

/**
 * Throughput of a broker, and a soak: publish so many envelopes over so many subjects, consume them with several consumers, and
 * check on the way that nothing is lost and each subject stays in order.
 *
 *   node --import tsx bench/brokers.ts URL [--envelopes 10000] [--subjects 1000] [--consumers 4] [--publishers 64]
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    envelopes: { type: "string", default: "10000" },
    subjects: { type: "string", default: "1000" },
    consumers: { type: "string", default: "4" },
    publishers: { type: "string", default: "64" },
  },
});
const [url] = positionals;
if (url === undefined) throw new Error("which broker? node --import tsx bench/brokers.ts URL");
const envelopes = Number(values.envelopes);
const subjects = Number(values.subjects);
const topic = `bench-${Date.now()}`;
const open = (): Broker => brokerOfUrl(url);

const sender = open();
await sender.createTopics([topic]);
const last = new Map<string, number>();
const repeated: string[] = [];
const outOfOrder: string[] = [];
let arrived = 0;

const startedMs = performance.now();
await inParallel(Number(values.publishers), async (lane, lanes) => {
  for (let n = 0; n * subjects < envelopes; n += 1) {
    for (let s = lane; s < subjects && n * subjects + s < envelopes; s += lanes) {
      const envelope = createEnvelope({ type: "bench", subject: `s-${s}`, data: { n } });
      await sender.publish(topic, envelope);
    }
  }
});
const publishedMs = performance.now();
const consumers = Array.from({ length: Number(values.consumers) }, open);
await Promise.all(consumers.map(consume));
const consumedMs = performance.now();
await Promise.all([sender, ...consumers].map((broker) => broker.close()));

const perSecond = (ms: number) => Math.round((envelopes / ms) * 1_000);
console.log(
  JSON.stringify({
    ...{ broker: sender.name, envelopes, subjects, consumers: consumers.length },
    publishedPerSecond: perSecond(publishedMs - startedMs),
    consumedPerSecond: perSecond(consumedMs - publishedMs),
    ...{ lost: envelopes - arrived, repeated: repeated.length, outOfOrder: outOfOrder.length },
  }),
);
if (arrived !== envelopes || outOfOrder.length > 0) process.exitCode = 1;

async function consume(broker: Broker): Promise<void> {
  const subscription = broker.subscribe(topic);
  const ended = (async () => {
    while (arrived < envelopes) await new Promise((resolve) => setTimeout(resolve, 20));
    await subscription.close();
  })();
  for (;;) {
    const deliveries = await subscription.take(256);
    if (deliveries.length === 0) break;
    for (const { envelope } of deliveries) note(envelope.subject ?? "", envelope.data);
    await Promise.all(deliveries.map((delivery) => delivery.ack()));
  }
  await ended;
}

function note(subject: string, data: unknown): void {
  const { n } = data as { readonly n: number };
  const before = last.get(subject) ?? -1;
  if (n <= before) repeated.push(subject);
  else {
    if (n !== before + 1) outOfOrder.push(subject);
    last.set(subject, n);
    arrived += 1;
  }
}

async function inParallel(
  lanes: number,
  work: (lane: number, lanes: number) => Promise<void>,
): Promise<void> {
  await Promise.all(Array.from({ length: lanes }, (_, lane) => work(lane, lanes)));
}
