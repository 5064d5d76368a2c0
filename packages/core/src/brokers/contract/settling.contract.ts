import { expect, it } from "vitest";
import { encodeEnvelope } from "../../envelope/encode-envelope.ts";
import { type ContractBench, consume, envelopeOf, numberOf, takeOne } from "./contract-bench.ts";

/** What publishing, acknowledging and handing back mean. */
export function settlingCases(bench: ContractBench): void {
  it("brings an envelope back byte by byte, with its links and extensions [BRK-01][BRK-02][BRK-11]", async () => {
    const broker = bench.connect();
    const topic = await bench.topic();
    const text =
      `{"specversion":"1.0","id":"e-1","source":"/shop","type":"order.paid","subject":"Bestellung 42 €",` +
      `"datacontenttype":"application/json", "data":{"total":1.50,"big":12345678901234567890},"correlationid":"c-1",` +
      `"causationid":"e-0","tenant":"acme","traceparent":"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}`;
    await broker.publish(topic, text);
    const [delivery] = await consume(broker, topic, 1);

    expect(Buffer.from(delivery?.body ?? []).toString("utf8")).toBe(text);
    expect(delivery?.topic).toBe(topic);
    expect(delivery?.envelope).toMatchObject({
      ...{ id: "e-1", subject: "Bestellung 42 €", correlationid: "c-1", causationid: "e-0" },
      extensions: {
        tenant: "acme",
        traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
      },
    });
  });

  it("brings an equal envelope for one that was published as an object [BRK-11]", async () => {
    const broker = bench.connect();
    const topic = await bench.topic();
    const sent = envelopeOf("order-1", 1, { tenant: "acme" });
    await broker.publish(topic, sent);
    const [delivery] = await consume(broker, topic, 1);

    expect(delivery?.envelope).toStrictEqual(sent);
    expect(Buffer.from(delivery?.body ?? []).toString("utf8")).toBe(encodeEnvelope(sent));
  });

  it("refuses what is no envelope, before it is sent", async () => {
    const broker = bench.connect({ maxBytes: 2_000 });
    const topic = await bench.topic();
    await expect(broker.publish(topic, "{}")).rejects.toMatchObject({ code: "ENVELOPE_CORRUPT" });
    const large = envelopeOf("order-1", 1, { filler: "x".repeat(1_000), more: "x".repeat(1_000) });
    await expect(broker.publish(topic, large)).rejects.toMatchObject({
      code: "ENVELOPE_TOO_LARGE",
    });
    expect(await consume(broker, topic, 1, { idleMs: 0 })).toEqual([]);
  });

  it("brings what was handed back at once, before anything later of its subject, and counts [BRK-06][BRK-07][BRK-27]", async () => {
    const broker = bench.connect();
    const topic = await bench.topic();
    await broker.publish(topic, envelopeOf("order-1", 1, { xsmattempt: 7 }));
    await broker.publish(topic, envelopeOf("order-1", 2));
    const seen: unknown[] = [];
    for await (const delivery of broker.subscribe(topic)) {
      seen.push([numberOf(delivery), delivery.attempt, delivery.envelope.extensions.xsmattempt]);
      if (seen.length < 3) await delivery.nack();
      else await delivery.ack();
      if (seen.length === 4) break;
    }
    expect(seen).toEqual([
      [1, 0, undefined],
      [1, 1, 1],
      [1, 2, 2],
      [2, 0, undefined],
    ]);
  });

  it("drops what is handed back for good [BRK-08]", async () => {
    const broker = bench.connect();
    const topic = await bench.topic();
    await broker.publish(topic, envelopeOf("order-1", 1));
    await broker.publish(topic, envelopeOf("order-1", 2));
    const subscription = broker.subscribe(topic);
    const [first] = await subscription.take(1);
    await first?.nack({ requeue: false });
    const [second] = await subscription.take(1);
    await second?.ack();

    expect([first, second].map((delivery) => delivery && numberOf(delivery))).toEqual([1, 2]);
    await subscription.close();
    expect(await consume(broker, topic, 1, { idleMs: 0 })).toEqual([]);
  });

  it("lets whoever settles twice, or what is another broker's, have no effect [BRK-09]", async () => {
    const broker = bench.connect();
    const topic = await bench.topic();
    await broker.publish(topic, envelopeOf("order-1", 1));
    const subscription = broker.subscribe(topic);
    const [delivery] = await subscription.take(1);
    if (delivery === undefined) throw new Error("nothing came");
    await bench.connect().ack(delivery);
    await bench.connect().nack(delivery);
    expect(broker.health().inFlight).toBe(1);
    await broker.ack(delivery);
    await broker.ack(delivery);
    await delivery.nack();
    expect(broker.health()).toEqual({ healthy: true, inFlight: 0 });
    await subscription.close();
    expect(await consume(broker, topic, 1, { idleMs: 0 })).toEqual([]);
  });

  it("delivers an id that was published before: a replay is lost in no window [BRK-31]", async () => {
    const broker = bench.connect();
    const topic = await bench.topic();
    const envelope = envelopeOf("order-1", 1);
    await broker.publish(topic, envelope);
    await broker.publish(topic, envelope);
    const both = await consume(broker, topic, 2);
    expect(both.map((delivery) => delivery.envelope.id)).toEqual([envelope.id, envelope.id]);
  });

  it("does not bring again what is unsettled, to nobody [BRK-05]", async () => {
    const [broker, other] = [bench.connect(), bench.connect()];
    const topic = await bench.topic();
    await broker.publish(topic, envelopeOf("order-1", 1));
    const delivery = await takeOne(broker, topic);
    expect(await consume(other, topic, 1, { idleMs: 300 })).toEqual([]);
    await delivery.ack();
  });
}
