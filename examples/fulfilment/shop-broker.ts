import { type Broker, brokerOfUrl } from "@sagascope/core";

/** Where customers' orders arrive at the broker. */
export const COMMANDS_AT_BROKER = "shop.commands";
/** Where the shop tells everybody else what happened. */
export const EVENTS_AT_BROKER = "shop.events";

/**
 * The broker that the shop runs on, by one setting: `redis://…`, `nats://…`, `amqp://…`, `kafka://…` or `sqs://region`.
 *
 * @returns undefined where there is none: then orders come over HTTP
 */
export function shopBroker(url: string | undefined): Broker | undefined {
  return url ? brokerOfUrl(url) : undefined;
}
