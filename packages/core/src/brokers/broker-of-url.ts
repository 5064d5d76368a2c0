import { InvalidConfigError } from "../kernel/errors.ts";
import type { Broker } from "./broker.ts";
import type { BrokerOptions } from "./create-broker.ts";
import { kafkaBroker } from "./kafka/kafka-broker.ts";
import { memoryBroker } from "./memory/memory-broker.ts";
import { natsBroker } from "./nats/nats-broker.ts";
import { rabbitMqBroker } from "./rabbitmq/rabbitmq-broker.ts";
import { redisStreamsBroker } from "./redis-streams/redis-streams-broker.ts";
import { sqsBroker } from "./sqs/sqs-broker.ts";

const KINDS = "redis, rediss, nats, tls, amqp, amqps, kafka, kafkas, sqs or memory";

/**
 * The broker that a URL names, with the defaults of its kind: one setting for all. `sqs://eu-central-1` has the region as host, and
 * `?endpoint=http://…` for another server that speaks SQS.
 *
 * @throws {InvalidConfigError} if it names none; the URL is not quoted, since it may hold a password
 */
export function brokerOfUrl(url: string, options: BrokerOptions = {}): Broker {
  if (!URL.canParse(url)) throw new InvalidConfigError("broker", "must be a URL");
  const { protocol, hostname, searchParams } = new URL(url);
  switch (protocol) {
    case "redis:":
    case "rediss:":
      return redisStreamsBroker({ ...options, url });
    case "nats:":
    case "tls:":
      return natsBroker({ ...options, url });
    case "amqp:":
    case "amqps:":
      return rabbitMqBroker({ ...options, url });
    case "kafka:":
    case "kafkas:":
      return kafkaBroker({ ...options, url });
    case "sqs:": {
      const endpoint = searchParams.get("endpoint");
      const client = { region: hostname, ...serverAt(endpoint) };
      return sqsBroker({ ...options, client });
    }
    case "memory:":
      return memoryBroker(undefined, options);
    default:
      throw new InvalidConfigError("broker", `must begin with ${KINDS}, got '${protocol}'`);
  }
}

/** Such a server need not know under which name it is reached, so the names of its queues are no addresses. */
function serverAt(endpoint: string | null) {
  return endpoint === null ? {} : { endpoint, useQueueUrlAsEndpoint: false };
}
