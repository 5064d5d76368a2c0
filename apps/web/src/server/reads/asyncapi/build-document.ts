import { asyncapiDocument, type InboundRoute, type JsonObject } from "@sagascope/core";
import { type Chart, publicationsOf } from "@sagascope/core/charts";

/** A message of a document with what its channel and the chart say about it. */
export interface MessageView {
  /** Its key in the document, which is also its address on the page. */
  readonly key: string;
  readonly direction: "receives" | "sends";
  readonly type: string;
  readonly summary: string;
  readonly channel: string;
  /** The topic; null where nothing brings it. */
  readonly topic: string | null;
  /** The chart's event that it becomes. */
  readonly event: string | undefined;
  /** Where the chart publishes it. */
  readonly publishedAt: readonly { readonly from: string; readonly event: string | null }[];
  /** Names of the data's fields; undefined where the chart does not say. */
  readonly fields: readonly string[] | undefined;
}

/** A channel of a document. */
export interface ChannelView {
  readonly key: string;
  readonly topic: string | null;
  readonly direction: "receives" | "sends";
  readonly messages: number;
}

/** A document and its parts as lists. */
export interface BuiltDocument {
  readonly document: JsonObject;
  readonly messages: readonly MessageView[];
  readonly channels: readonly ChannelView[];
  readonly schemas: Readonly<Record<string, JsonObject>>;
}

interface Channel extends JsonObject {
  readonly address: string | null;
  readonly messages: JsonObject;
}

/** Describe a chart, as it is routed, and take the document apart for a page. Pure. */
export function buildDocument(
  chart: Chart,
  routes: readonly InboundRoute[],
  outboundTopic: string,
): BuiltDocument {
  const document = asyncapiDocument(chart, { routes, outboundTopic });
  const components = document.components as JsonObject;
  const byKey = components.messages as Readonly<Record<string, JsonObject>>;
  const channels = Object.entries(document.channels as Readonly<Record<string, Channel>>);
  return {
    document,
    schemas: components.schemas as Readonly<Record<string, JsonObject>>,
    channels: channels.map(([key, { address, messages }]) => ({
      key,
      topic: address,
      direction: directionOf(key),
      messages: Object.keys(messages).length,
    })),
    messages: channels.flatMap(([channel, { address, messages }]) =>
      Object.keys(messages).map((key) => {
        const message = byKey[key] ?? {};
        const type = String(message.name);
        return {
          key,
          direction: directionOf(channel),
          type,
          summary: String(message.summary),
          channel,
          topic: address,
          event: routes.find((route) => route.type === type && route.topic === address)?.event,
          ...publicationOf(chart, type, directionOf(channel)),
        };
      }),
    ),
  };
}

/** Core calls the one outbound channel so; every other one comes in. */
function directionOf(channel: string): MessageView["direction"] {
  return channel === "outbound" ? "sends" : "receives";
}

function publicationOf(
  chart: Chart,
  type: string,
  direction: MessageView["direction"],
): Pick<MessageView, "publishedAt" | "fields"> {
  if (direction === "receives") return { publishedAt: [], fields: undefined };
  const specs = publicationsOf(chart).filter((spec) => spec.type === type);
  return {
    publishedAt: specs.map(({ from, event }) => ({ from, event })),
    fields: specs[0]?.fields ?? undefined,
  };
}
