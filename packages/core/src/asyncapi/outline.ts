import type { JsonObject, JsonValue } from "../kernel/json.ts";
import { flattened, listOf, partOf, resolved } from "../schemas/resolve-schema.ts";

/** A broker of a document. */
export interface OutlineServer {
  readonly name: string;
  readonly host: string;
  readonly protocol: string;
  readonly description: string | undefined;
}

/** A channel of a document. */
export interface OutlineChannel {
  readonly key: string;
  /** Null where it is not known. */
  readonly address: string | null;
  readonly description: string | undefined;
  readonly bindings: JsonObject;
  readonly messages: number;
  readonly directions: readonly ("receives" | "sends")[];
}

/** A message on a channel, one way. */
export interface OutlineMessage {
  /** Tells it from every other of the document, and is its address on a page. */
  readonly key: string;
  readonly direction: "receives" | "sends";
  readonly channel: string;
  readonly topic: string | null;
  /** What an envelope of it carries as its type, as far as the document says; else the message's name. */
  readonly type: string;
  readonly title: string;
  readonly summary: string;
  readonly contentType: string;
  /** Operations that carry it. */
  readonly operations: readonly string[];
  /** Who takes or sends it, where the document says: the tags of its operations. */
  readonly parties: readonly string[];
  readonly payload: JsonValue | undefined;
  readonly headers: JsonValue | undefined;
  /** Name among the schemas, where the data has one of its own. */
  readonly dataSchema: string | undefined;
  readonly examples: readonly JsonValue[];
  readonly bindings: JsonObject;
}

/** A document taken apart, for pages, comparison and the map. */
export interface Outline {
  readonly asyncapi: string;
  readonly title: string;
  readonly version: string;
  readonly description: string | undefined;
  readonly servers: readonly OutlineServer[];
  readonly channels: readonly OutlineChannel[];
  readonly messages: readonly OutlineMessage[];
  readonly schemas: JsonObject;
}

interface Passage {
  readonly direction: "receives" | "sends";
  readonly channel: string;
  readonly operation: string;
  readonly parties: readonly string[];
  /** Key of the message within its channel. */
  readonly message: string;
}

/**
 * Take an AsyncAPI 3 document apart, ours or anybody's. What is missing or odd is left out, never an error: whether a
 * document holds is for the validator to say.
 */
export function outlineOf(document: JsonObject): Outline {
  const info = partOf(document.info);
  const components = partOf(document.components);
  const passages = passagesOf(document);
  const channels = partOf(document.channels);
  return {
    asyncapi: text(document.asyncapi) ?? "",
    title: text(info.title) ?? "",
    version: text(info.version) ?? "",
    description: text(info.description),
    servers: Object.entries(partOf(document.servers)).map(([name, source]) => {
      const server = partOf(resolved(document, source));
      return {
        name,
        host: text(server.host) ?? "",
        protocol: text(server.protocol) ?? "",
        description: text(server.description),
      };
    }),
    channels: Object.entries(channels).map(([key, source]) => {
      const channel = partOf(resolved(document, source));
      const own = passages.filter((passage) => passage.channel === key);
      return {
        key,
        address: text(channel.address) ?? null,
        description: text(channel.description),
        bindings: partOf(resolved(document, channel.bindings)),
        messages: Object.keys(partOf(channel.messages)).length,
        directions: [...new Set(own.map(({ direction }) => direction))],
      };
    }),
    messages: messagesOf(document, passages),
    schemas: partOf(components.schemas),
  };
}

/** Each message of each operation; one without a list carries all of its channel's. */
function passagesOf(document: JsonObject): Passage[] {
  return Object.entries(partOf(document.operations)).flatMap(([name, source]) => {
    const operation = partOf(resolved(document, source));
    const channel = keyOf(operation.channel, "#/channels/");
    if (channel === undefined) return [];
    const all = partOf(partOf(resolved(document, partOf(document.channels)[channel])).messages);
    const listed = operation.messages;
    const messages = Array.isArray(listed)
      ? listed.flatMap((each) => keyOf(each, `#/channels/${pointerPart(channel)}/messages/`) ?? [])
      : Object.keys(all);
    const parties = listOf(operation.tags).flatMap(
      (tag) => text(partOf(resolved(document, tag)).name) ?? [],
    );
    const direction = operation.action === "send" ? ("sends" as const) : ("receives" as const);
    return messages.map((message) => ({ direction, channel, operation: name, parties, message }));
  });
}

function messagesOf(document: JsonObject, passages: readonly Passage[]): OutlineMessage[] {
  const groups = new Map<string, Passage[]>();
  for (const passage of passages) {
    const id = JSON.stringify([passage.direction, passage.channel, passage.message]);
    groups.set(id, [...(groups.get(id) ?? []), passage]);
  }
  const found = [...groups.values()].flatMap((group) => {
    const message = messageOf(document, group);
    return message === undefined ? [] : [message];
  });
  const taken = new Set<string>();
  return found.map((message) => {
    const verbose = `${message.direction}.${message.channel}.${message.key}`;
    const key = taken.has(message.key) ? verbose : message.key;
    taken.add(key);
    return { ...message, key };
  });
}

function messageOf(document: JsonObject, group: readonly Passage[]): OutlineMessage | undefined {
  const [first] = group;
  if (first === undefined) return undefined;
  const channel = partOf(resolved(document, partOf(document.channels)[first.channel]));
  const source = resolved(document, partOf(channel.messages)[first.message]);
  const message = partOf(source);
  const payload = schemaOf(resolved(document, message.payload), message.payload);
  const envelope = flattened(document, payload);
  const type = constantOf(document, partOf(envelope.properties).type);
  const name = text(message.name) ?? first.message;
  return {
    key: first.message,
    direction: first.direction,
    channel: first.channel,
    topic: text(channel.address) ?? null,
    type: type ?? name,
    title: text(message.title) ?? name,
    summary: text(message.summary) ?? text(message.description) ?? "",
    contentType: text(message.contentType) ?? text(document.defaultContentType) ?? "",
    operations: group.map(({ operation }) => operation),
    parties: [...new Set(group.flatMap(({ parties }) => parties))],
    payload,
    headers: message.headers,
    dataSchema: keyOf(partOf(envelope.properties).data, "#/components/schemas/"),
    examples: listOf(message.examples),
    bindings: partOf(resolved(document, message.bindings)),
  };
}

/** A payload may be a schema, or one with its format beside it. */
function schemaOf(found: JsonValue | undefined, source: JsonValue | undefined) {
  const { schemaFormat, schema } = partOf(found);
  return schemaFormat === undefined ? source : schema;
}

function constantOf(document: JsonObject, schema: JsonValue | undefined): string | undefined {
  return text(flattened(document, schema).const);
}

/** The name at the end of a reference that begins so. */
function keyOf(source: JsonValue | undefined, prefix: string): string | undefined {
  const reference = text(partOf(source).$ref);
  if (reference?.startsWith(prefix) !== true) return undefined;
  const rest = reference.slice(prefix.length);
  return rest.includes("/") ? undefined : rest.replaceAll("~1", "/").replaceAll("~0", "~");
}

function pointerPart(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

function text(value: JsonValue | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}
