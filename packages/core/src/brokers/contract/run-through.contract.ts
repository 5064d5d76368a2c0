import { expect, it } from "vitest";
import { eventually } from "../../testing/eventually.ts";
import type { Broker } from "../broker.ts";
import { envelopeOf, newTopic, numberOf } from "./contract-bench.ts";

const SUBJECTS = 6;
export const EACH = 12;

/** Publish and consume while something breaks three times; then look at what came, first occurrences only. */
export async function runThrough(
  connect: () => Broker,
  breakIt: () => Promise<void>,
  alsoConsume?: (topic: string) => void,
): Promise<void> {
  const topic = newTopic();
  const [publisher, consumer] = [connect(), connect()];
  await publisher.createTopics([topic]);
  const seen = new Map<string, number[]>();
  let isOver = false;

  const consume = async () => {
    for await (const delivery of consumer.subscribe(topic)) {
      noteFirst(seen, delivery.envelope.subject ?? "", numberOf(delivery));
      await delivery.ack().catch(() => undefined); // comes again, and is a duplicate then
      if (isOver) return;
    }
  };
  const consuming = consume();
  alsoConsume?.(topic);
  for (let n = 0; n < EACH; n += 1) {
    if (n % 4 === 2) await breakIt();
    for (let s = 0; s < SUBJECTS; s += 1) await publishSurely(publisher, topic, `order-${s}`, n);
  }
  await eventually("everything to have come", async () => {
    const counts = [...seen.values()].map((numbers) => numbers.length);
    return counts.length === SUBJECTS && counts.every((count) => count === EACH);
  });
  isOver = true;
  await consumer.close({ drainMs: 0 });
  await consuming;
  const inOrder = Array.from({ length: EACH }, (_, n) => n);
  expect([...seen.values()]).toEqual(Array.from({ length: SUBJECTS }, () => inOrder));
}

/** A consumer that goes: the one fault that there is also where nothing is but this process. */
export function endedConsumerCase(connect: () => Broker): void {
  it("loses nothing and keeps each subject's order when a consumer ends with envelopes in hand [ORD-03]", async () => {
    const dying = connect();
    // Takes what it can get, and settles nothing of it.
    const beginToDie = (topic: string) => void dying.subscribe(topic).take(SUBJECTS);
    await runThrough(connect, () => dying.close({ drainMs: 0 }), beginToDie);
  });
}

/** First occurrences, by subject. */
export function noteFirst(seen: Map<string, number[]>, subject: string, n: number): void {
  const numbers = seen.get(subject) ?? [];
  if (!numbers.includes(n)) seen.set(subject, [...numbers, n]);
}

/** As a relay does: again until it is accepted, the next of a subject only after that. */
export async function publishSurely(
  broker: Broker,
  topic: string,
  subject: string,
  n: number,
): Promise<void> {
  const envelope = envelopeOf(subject, n);
  await eventually("a publish", async () => {
    try {
      await broker.publish(topic, envelope);
      return true;
    } catch (error) {
      expect(error).toMatchObject({ fault: "infrastructure" });
      return false;
    }
  });
}
