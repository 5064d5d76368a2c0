import { createEnvelope } from "../../envelope/create-envelope.ts";
import type { Envelope } from "../../envelope/envelope.ts";
import { newId } from "../../kernel/ids.ts";
import type { Broker, BrokerDelivery, SubscribeOptions } from "../broker.ts";
import type { BrokerOptions } from "../create-broker.ts";

/** A server that brokers connect to. */
export interface BrokerUnderTest {
  /** One more broker, as another process would have. */
  connect(options?: BrokerOptions): Broker;
  /** Send anything, as a sender would that is not ours. */
  putRaw(
    topic: string,
    body: Uint8Array,
    headers?: Readonly<Record<string, string>>,
  ): Promise<void>;
  /** Remove what the tests made. */
  close(): Promise<void>;
}

export interface BrokerContractOptions {
  /** Called once, before the first case. */
  open(): Promise<BrokerUnderTest>;
}

/** What the cases share. */
export interface ContractBench {
  /** A broker that is closed after the case. */
  connect(options?: BrokerOptions): Broker;
  /** A topic of the case's own, made. */
  topic(): Promise<string>;
  putRaw: BrokerUnderTest["putRaw"];
}

/** An envelope of a subject. */
export function envelopeOf(subject: string, n: number, extensions = {}): Envelope {
  return createEnvelope({ type: "t.counted", source: "/test", subject, data: { n }, extensions });
}

/** The number that {@link envelopeOf} was given. */
export function numberOf({ envelope }: Pick<BrokerDelivery, "envelope">): number {
  return (envelope.data as { readonly n: number }).n;
}

/** Take so many, settle each with `ack`, and say what came. */
export async function consume(
  broker: Broker,
  topic: string,
  count: number,
  options: SubscribeOptions = {},
): Promise<readonly BrokerDelivery[]> {
  const taken: BrokerDelivery[] = [];
  for await (const delivery of broker.subscribe(topic, options)) {
    taken.push(delivery);
    await delivery.ack();
    if (taken.length >= count) break;
  }
  return taken;
}

/** The first that a topic brings. */
export async function takeOne(broker: Broker, topic: string): Promise<BrokerDelivery> {
  const [delivery] = await broker.subscribe(topic).take(1);
  if (delivery === undefined) throw new Error(`topic '${topic}' ended`);
  return delivery;
}

/** A topic's name that no other run uses. */
export function newTopic(): string {
  return `t-${newId().slice(-12)}`;
}
