import {
  defaultEventName,
  type JsonObject,
  type JsonValue,
  type MessageData,
  messageData,
  type OutlineMessage,
} from "@sagascope/core";
import { type PublicationSpec, parseChart, publicationsOf } from "@sagascope/core/charts";
import type { StoredDocument } from "@sagascope/core/postgres";
import type { PrismaClient } from "@sagascope/database";

/** A message with what its chart and the routes say about it. */
export interface MessageView
  extends Pick<
    OutlineMessage,
    | "key"
    | "direction"
    | "type"
    | "title"
    | "summary"
    | "channel"
    | "topic"
    | "contentType"
    | "parties"
    | "dataSchema"
  > {
  readonly data: MessageData;
  readonly bindings: JsonObject;
  readonly examples: readonly JsonValue[];
  /** The chart's event that it becomes. */
  readonly event: string | undefined;
  /** Where the chart publishes it. */
  readonly publishedAt: readonly { readonly from: string; readonly event: string | null }[];
}

const ROUTES_MAX = 1_000;

/** Lay out the messages of a document for its page. */
export async function viewMessages(
  prisma: PrismaClient,
  stored: StoredDocument,
  document: JsonObject,
  messages: readonly OutlineMessage[],
): Promise<MessageView[]> {
  const events = await listEvents(prisma, stored);
  const publications = await listPublications(prisma, stored);
  return messages.map((message) => ({
    key: message.key,
    direction: message.direction,
    type: message.type,
    title: message.title,
    summary: message.summary,
    channel: message.channel,
    topic: message.topic,
    contentType: message.contentType,
    parties: message.parties,
    dataSchema: message.dataSchema,
    bindings: message.bindings,
    examples: message.examples,
    data: messageData(document, message),
    event:
      message.direction === "receives"
        ? events.find(({ topic, type }) => topic === message.topic && type === message.type)?.event
        : undefined,
    publishedAt:
      message.direction === "sends"
        ? publications
            .filter(({ type }) => type === message.type)
            .map(({ from, event }) => ({ from, event }))
        : [],
  }));
}

async function listEvents(prisma: PrismaClient, { kind, name }: StoredDocument) {
  if (kind !== "machine") return [];
  const rows = await prisma.subscription.findMany({
    where: { sink: name, kind: "queue", type: { not: "*" } },
    select: { topic: true, type: true, event: true },
    take: ROUTES_MAX,
  });
  return rows.map(({ topic, type, event }) => ({
    topic,
    type,
    event: event ?? defaultEventName(type),
  }));
}

async function listPublications(
  prisma: PrismaClient,
  { chartId }: StoredDocument,
): Promise<readonly PublicationSpec[]> {
  if (chartId === null) return [];
  const row = await prisma.machineVersion.findUnique({ where: { id: chartId } });
  return row ? publicationsOf(parseChart(row.chart)) : [];
}
