import type { Chart } from "../charts/chart.ts";
import { consumedEventsOf } from "../charts/consumed-events.ts";
import { publicationsOf } from "../charts/publications.ts";
import type { AsyncapiOptions, InboundRoute } from "./asyncapi-options.ts";
import { type DeclaredSchemas, declaredSchemas } from "./declared-schemas.ts";
import {
  commandMessage,
  firstOfEachType,
  type Message,
  messagesByKey,
  publicationMessage,
  routedMessage,
} from "./message.ts";
import { assignMessageKeys, sanitiseKey } from "./message-keys.ts";

/** A topic, what passes through it, and which way. */
export interface Direction {
  readonly channel: string;
  readonly operation: string;
  readonly action: "receive" | "send";
  /** Null: not known, as AsyncAPI 3.0 puts it. */
  readonly address: string | null;
  readonly description: string;
  readonly messages: ReadonlyMap<string, Message>;
}

/** What a machine takes and sends, one entry a topic and way; those that carry nothing are left out. */
export function machineDirections(chart: Chart, options: AsyncapiOptions): Direction[] {
  const schemas = declaredSchemas(chart, options.schemas);
  const publications = firstOfEachType(publicationsOf(chart)).map((spec) =>
    publicationMessage(spec, schemas),
  );
  const outbound: Direction = {
    channel: "outbound",
    operation: `publish_${sanitiseKey(chart.id)}`,
    action: "send",
    address: options.outboundTopic ?? "events",
    description: `Integration events published by ${chart.id}.`,
    messages: messagesByKey("publish", publications),
  };
  const inbound = inboundOf(chart, options, schemas);
  return [...inbound, outbound].filter(({ messages }) => messages.size > 0);
}

function inboundOf(
  chart: Chart,
  { routes, inboundTopic }: AsyncapiOptions,
  schemas: DeclaredSchemas,
): Direction[] {
  if (routes !== undefined) return routedInbound(chart, routes, schemas);
  const messages = consumedEventsOf(chart).map((event) => commandMessage(chart, event, schemas));
  return [inbound(chart, "", inboundTopic ?? chart.id, messagesByKey("consume", messages))];
}

/** One channel a topic, and one without an address for what nothing brings. */
function routedInbound(
  chart: Chart,
  routes: readonly InboundRoute[],
  schemas: DeclaredSchemas,
): Direction[] {
  const events = consumedEventsOf(chart);
  const taken = routes.filter(({ event }) => events.includes(event));
  const lone = events
    .filter((event) => !taken.some((route) => route.event === event))
    .map((event) => commandMessage(chart, event, schemas))
    .map((message) => ({ ...message, name: message.type }));
  const routed = taken.map((route) => routedMessage(route, schemas));
  const byKey = messagesByKey("consume", firstOfEachType([...routed, ...lone]));
  const only = (types: readonly string[]) =>
    new Map([...byKey].filter(([, { type }]) => types.includes(type)));
  const topics = [...new Set(taken.map(({ topic }) => topic))];
  const keys = assignMessageKeys(topics);
  const typesOn = (topic: string) =>
    taken.filter((route) => route.topic === topic).map(({ type }) => type);
  const unrouted = inbound(chart, "_unrouted", null, only(lone.map(({ type }) => type)));
  return [
    ...topics.map((topic, at) =>
      inbound(chart, topics.length === 1 ? "" : `_${keys[at]}`, topic, only(typesOn(topic))),
    ),
    {
      ...unrouted,
      description: `Events that ${chart.id} understands, but that no route brings to it.`,
    },
  ];
}

function inbound(
  chart: Chart,
  suffix: string,
  address: string | null,
  messages: ReadonlyMap<string, Message>,
): Direction {
  return {
    channel: `inbound${suffix}`,
    operation: `consume_${sanitiseKey(chart.id)}${suffix}`,
    action: "receive",
    address,
    description: `Commands consumed by ${chart.id}.`,
    messages,
  };
}
