import type { RouterOutputs } from "@/trpc/react.tsx";

/** A document, taken apart. */
export type Document = RouterOutputs["asyncapi"]["get"];
/** What a document is of. */
export type DocumentKind = Document["kind"];
/** One message of it. */
export type Message = Document["messages"][number];
/** What went in and out lately. */
export type Traffic = RouterOutputs["asyncapi"]["traffic"];
/** The same of one type. */
export type TypeTraffic = Traffic["types"][number];
/** What changed since an earlier version. */
export type Changes = RouterOutputs["asyncapi"]["changes"];
/** One of the changes. */
export type Change = Changes["changes"][number];

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

/** The worst that a change of a message means to others; undefined where nothing changed that matters. */
export function worstOf(changes: readonly Change[]): Change["class"] | undefined {
  const order = ["breaking", "unclear", "compatible"] as const;
  return order.find((found) => changes.some((change) => change.class === found));
}

/** The changes of a message, those of one field or all. */
export function changesOf(
  message: Message,
  changes: Changes | undefined,
  path?: string,
): readonly Change[] {
  return (changes?.changes ?? []).filter(
    (change) =>
      change.about === message.type &&
      change.direction === message.direction &&
      (path === undefined || change.path === path),
  );
}

/** Messages whose type, event, topic, summary or party holds the text. */
export function findMessages(messages: readonly Message[], text: string): readonly Message[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return messages;
  return messages.filter(({ type, event, topic, title, parties }) =>
    [type, event, topic, title, ...parties].some((part) => part?.toLowerCase().includes(wanted)),
  );
}

/** An envelope of a type made from what its document says, for when none was seen yet. */
export function madeExample(message: Message, name: string): unknown {
  const { type, direction, data } = message;
  const fields = data.fields.filter(({ depth }) => depth === 0);
  const made = Object.fromEntries(fields.map((field) => [field.name, null]));
  if (!data.isEnvelope) return made;
  return {
    specversion: "1.0",
    id: "0198c6f1-2a64-7a0e-8000-000000000000",
    type,
    source: direction === "sends" ? `/${name}` : "/your-service",
    subject: "order-42",
    ...(direction === "sends" ? { machineid: name } : {}),
    data: made,
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

/** A value of a change in a line. */
export function valueText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
