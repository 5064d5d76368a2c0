import type { Message } from "@sagascope/core";

/** The part of a Kafka client's producer that is used; `@confluentinc/kafka-javascript` and `kafkajs` have it. */
export interface KafkaProducer {
  send(batch: {
    readonly topic: string;
    readonly messages: readonly {
      readonly key: string | null;
      readonly value: Buffer;
      readonly headers: Record<string, string>;
    }[];
  }): Promise<unknown>;
}

/**
 * A relay's publisher: topic to topic, key to key, so that a partition keeps the order of a key, and the payload's bytes as they were
 * written. It returns once Kafka has the message; what it throws is tried again.
 */
export function publishToKafka(producer: KafkaProducer) {
  return async ({ id, topic, key, payload, headers }: Message): Promise<void> => {
    const message = {
      key: key ?? null,
      value: Buffer.from(payload),
      headers: { ...headers, message_id: id },
    };
    await producer.send({ topic, messages: [message] });
  };
}
