import type { JsonObject } from "../kernel/json.ts";
import type { AsyncapiServer, AsyncapiVersion } from "./asyncapi-options.ts";
import { ASYNCAPI_VERSION } from "./asyncapi-options.ts";
import type { Bindings } from "./bindings.ts";
import { cloudEventSchema } from "./cloud-event-schema.ts";
import { embeddedSchema, schemaKey } from "./declared-schemas.ts";
import type { Message } from "./message.ts";

/** Media type of a structured CloudEvent. */
const CONTENT_TYPE = "application/cloudevents+json";

/** What any document begins with. */
export function documentHead(
  info: JsonObject,
  version: AsyncapiVersion = ASYNCAPI_VERSION,
  servers: Readonly<Record<string, AsyncapiServer>> = {},
): JsonObject {
  return {
    asyncapi: version,
    info,
    defaultContentType: CONTENT_TYPE,
    ...(Object.keys(servers).length === 0 ? {} : { servers }),
  };
}

/** A channel and the messages that pass through it, by their keys. */
export function channelObject(
  channel: { readonly address: string | null; readonly description: string },
  keys: readonly string[],
  bindings: Bindings,
): JsonObject {
  const { address, description } = channel;
  const messages = keys.map((key) => [key, reference(`components/messages/${key}`)]);
  return {
    address,
    description,
    messages: Object.fromEntries(messages),
    ...bindings.channel(address),
  };
}

/** An operation on some messages of a channel. */
export function operationObject(
  action: "receive" | "send",
  channel: string,
  keys: readonly string[],
  more: JsonObject = {},
): JsonObject {
  return {
    action,
    channel: reference(`channels/${channel}`),
    messages: keys.map((key) => reference(`channels/${channel}/messages/${key}`)),
    ...more,
  };
}

/** The schemas and messages that channels refer to. */
export function componentsObject(
  messages: ReadonlyMap<string, Message>,
  bindings: Bindings,
): JsonObject {
  const declared = [...messages.values()].flatMap(({ type, declared: schema }) => {
    const key = schemaKey(type);
    return schema === undefined ? [] : [[key, embeddedSchema(schema, key)] as const];
  });
  return {
    schemas: { CloudEvent: cloudEventSchema(), ...Object.fromEntries(declared) },
    messages: Object.fromEntries(
      [...messages].map(([key, message]) => [key, messageObject(message, bindings)]),
    ),
  };
}

function messageObject(message: Message, bindings: Bindings): JsonObject {
  const { type, summary, declared } = message;
  const data =
    declared === undefined ? message.data : reference(`components/schemas/${schemaKey(type)}`);
  return {
    name: type,
    title: type,
    summary,
    contentType: CONTENT_TYPE,
    payload: {
      allOf: [
        reference("components/schemas/CloudEvent"),
        {
          type: "object",
          ...(declared?.required === undefined ? {} : { required: ["data"] }),
          properties: { type: { type: "string", const: type }, data },
        },
      ],
    },
    ...bindings.message(),
  };
}

/** A pointer into the same document. */
export function reference(path: string): JsonObject {
  return { $ref: `#/${path}` };
}
