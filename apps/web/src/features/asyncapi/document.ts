import type { RouterOutputs } from "@/trpc/react.tsx";

/** The document of a machine, taken apart. */
export type Document = RouterOutputs["asyncapi"]["get"];
/** One message of it. */
export type Message = Document["messages"][number];
/** What went in and out of a machine lately. */
export type Traffic = RouterOutputs["asyncapi"]["traffic"];
/** The same of one type. */
export type TypeTraffic = Traffic["types"][number];

/** The traffic of a message: what its channel carried of its type. Messages that nothing brings have none. */
export function trafficOf(message: Message, traffic: Traffic | undefined): TypeTraffic | undefined {
  return traffic?.types.find(
    ({ type, direction, topic }) =>
      type === message.type && direction === message.direction && topic === message.topic,
  );
}

/** The message that a document opens on: the first that came or went lately, else the first. */
export function openingMessage(
  messages: readonly Message[],
  traffic: Traffic | undefined,
): Message | undefined {
  const moved = messages.find((message) => (trafficOf(message, traffic)?.count ?? 0) > 0);
  return moved ?? messages[0];
}

/** An address, with every way that it is used. */
export interface Address {
  /** Tells it from the others. */
  readonly key: string;
  readonly topic: string | null;
  readonly directions: readonly Message["direction"][];
}

/** The channels of a document by their address, since one way in and one out are two channels of it. */
export function addressesOf(channels: Document["channels"]): Address[] {
  const isFirst = ({ topic }: (typeof channels)[number], at: number) =>
    topic === null || channels.findIndex((other) => other.topic === topic) === at;
  return channels.filter(isFirst).map(({ key, topic, direction }) => {
    const same = channels.filter((other) => topic !== null && other.topic === topic);
    return {
      key,
      topic,
      directions: [...new Set([direction, ...same.map((other) => other.direction)])],
    };
  });
}

/** Messages whose type, event or topic holds the text. */
export function findMessages(messages: readonly Message[], text: string): readonly Message[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return messages;
  return messages.filter(({ type, event, topic }) =>
    [type, event, topic].some((part) => part?.toLowerCase().includes(wanted)),
  );
}

/** An envelope of a type made from what its document says, for when none was seen yet. */
export function madeExample(
  message: Message,
  machineId: string,
): Readonly<Record<string, unknown>> {
  const { type, direction, fields } = message;
  return {
    specversion: "1.0",
    id: "0198c6f1-2a64-7a0e-8000-000000000000",
    type,
    source: direction === "sends" ? `/${machineId}` : "/your-service",
    subject: "order-42",
    ...(direction === "sends" ? { machineid: machineId } : {}),
    data: Object.fromEntries((fields ?? []).map((field) => [field, null])),
  };
}

/** Where and when the chart publishes a message, in words. */
export function publishedWords({ from, event }: Message["publishedAt"][number]): string {
  return event === null ? `on entering ${from}` : `on ${shortEvent(event)} in ${from}`;
}

/** The engine's events without what only the engine needs: `done.invoke.charge` is `done.charge`. */
export function shortEvent(event: string): string {
  return event
    .replace(/^done\.invoke\./, "done.")
    .replace(/^error\.platform\./, "error.")
    .replace(/^after\.(\d+)$/, "after $1 ms");
}
