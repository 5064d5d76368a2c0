import { expect, it } from "vitest";
import { type BrokerElsewhere, startDoomedConsumer } from "../../testing/doomed-consumer.ts";
import { eventually } from "../../testing/eventually.ts";
import type { Broker } from "../broker.ts";
import { envelopeOf, newTopic, numberOf } from "./contract-bench.ts";
import { noteFirst } from "./run-through.contract.ts";

const SUBJECTS = 4;
const EACH = 5;

/** What is left of a consumer that is killed. */
export function killedConsumerCase(connect: () => Broker, elsewhere: () => BrokerElsewhere): void {
  it("brings all that a killed process had in hand to its successor, nothing that it had settled, each subject in order [ORD-03][BRK-27]", async () => {
    const [publisher, successor] = [connect(), connect()];
    const topic = newTopic();
    await publisher.createTopics([topic]);
    const subjects = Array.from({ length: SUBJECTS }, (_, s) => `order-${s}`);
    const publishAll = async (from: number): Promise<void> => {
      for (let n = from; n < from + EACH; n += 1) {
        for (const subject of subjects) await publisher.publish(topic, envelopeOf(subject, n));
      }
    };
    await publishAll(0);
    const doomed = await startDoomedConsumer(elsewhere(), topic, { settlesOne: true });
    try {
      expect(doomed.held).toBeGreaterThan(0);
      const seen = new Map<string, number[]>();
      const consuming = consumeAll(successor, topic, seen);
      await publishAll(EACH);

      doomed.kill();

      const firstOf = (subject: string) => (subject === doomed.settled ? 1 : 0);
      await eventually("everything else to have come", async () =>
        subjects.every((subject) => seen.get(subject)?.length === 2 * EACH - firstOf(subject)),
      );
      await successor.close({ drainMs: 0 });
      await consuming;
      for (const subject of subjects) {
        const all = Array.from({ length: 2 * EACH }, (_, n) => n);
        expect(seen.get(subject)).toEqual(all.slice(firstOf(subject)));
      }
    } finally {
      doomed.kill();
    }
  });
}

async function consumeAll(broker: Broker, topic: string, seen: Map<string, number[]>) {
  for await (const delivery of broker.subscribe(topic)) {
    noteFirst(seen, delivery.envelope.subject ?? "", numberOf(delivery));
    await delivery.ack().catch(() => undefined); // comes again, and is a duplicate then
  }
}
