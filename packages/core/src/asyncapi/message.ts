import type { Chart } from "../charts/chart.ts";
import type { PublicationSpec } from "../charts/publications.ts";
import type { JsonObject } from "../kernel/json.ts";
import type { InboundRoute } from "./asyncapi-options.ts";
import { type DeclaredSchemas, schemaFor } from "./declared-schemas.ts";
import { assignMessageKeys } from "./message-keys.ts";

/** One message of a document. */
export interface Message {
  /** What its key is made from. */
  readonly name: string;
  readonly type: string;
  readonly summary: string;
  /** Of the data, as far as the chart tells. */
  readonly data: JsonObject;
  /** Of the data, where somebody declared it. */
  readonly declared?: JsonObject;
}

/** A command by its default type. */
export function commandMessage(chart: Chart, event: string, schemas: DeclaredSchemas): Message {
  const type = `xsm.${chart.id}.${event}`;
  return {
    name: event,
    type,
    summary: `Command: send '${event}'.`,
    data: { type: "object" },
    ...schemaFor(schemas, type, event),
  };
}

/** What a route brings, by its own type. */
export function routedMessage({ type, event }: InboundRoute, schemas: DeclaredSchemas): Message {
  return {
    name: type,
    type,
    summary: `Becomes '${event}' in the chart.`,
    data: { type: "object" },
    ...schemaFor(schemas, type, event),
  };
}

/** What a chart publishes, with the fields that it names. */
export function publicationMessage(
  { type, event, from, fields }: PublicationSpec,
  schemas: DeclaredSchemas,
): Message {
  const properties = Object.fromEntries((fields ?? []).map((field) => [field, {}]));
  return {
    name: type,
    type,
    summary:
      event === null ? `Published on entering ${from}.` : `Published on '${event}' from ${from}.`,
    data: { type: "object", ...(fields === null ? {} : { properties }) },
    ...schemaFor(schemas, type),
  };
}

/** The first of each type, which describes it. */
export function firstOfEachType<Typed extends { readonly type: string }>(
  all: readonly Typed[],
): Typed[] {
  const types = new Set<string>();
  return all.filter(({ type }) => !types.has(type) && types.add(type));
}

/** Messages under the keys they get in a document. */
export function messagesByKey(verb: string, messages: readonly Message[]): Map<string, Message> {
  const keys = assignMessageKeys(messages.map(({ name }) => name));
  return new Map(messages.map((message, at) => [`${verb}.${keys[at]}`, message]));
}
