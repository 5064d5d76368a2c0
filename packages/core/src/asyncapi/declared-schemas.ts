import type { Chart } from "../charts/chart.ts";
import type { JsonObject, JsonValue } from "../kernel/json.ts";
import { sanitiseKey } from "./message-keys.ts";

/** Schemas of data that somebody wrote down, by envelope type or by the chart's event. */
export type DeclaredSchemas = Readonly<Record<string, JsonObject>>;

/** Keys whose values are data, in which `$ref` is only a word. */
const DATA_KEYS = new Set(["const", "enum", "default", "example", "examples"]);

/** What a chart declares in `meta.schemas`, and what is declared outside of it, which goes first. */
export function declaredSchemas(chart: Chart, outside: DeclaredSchemas = {}): DeclaredSchemas {
  const own = chart.meta?.schemas;
  return { ...(isObject(own) ? (own as DeclaredSchemas) : {}), ...outside };
}

/** The schema declared for a type, else for the event it becomes; as a part of a message. */
export function schemaFor(
  schemas: DeclaredSchemas,
  ...names: readonly string[]
): { readonly declared?: JsonObject } {
  const name = names.find((each) => Object.hasOwn(schemas, each));
  const declared = name === undefined ? undefined : schemas[name];
  return declared === undefined ? {} : { declared };
}

/** The key of a type's schema among a document's. */
export function schemaKey(type: string): string {
  return `${sanitiseKey(type)}.data`;
}

/**
 * A schema as it stands among a document's components: what it refers to within itself is looked for in the document, so
 * that the way there has to be written out; names that would move it elsewhere are left out.
 */
export function embeddedSchema(schema: JsonObject, key: string): JsonObject {
  const { $schema: _dialect, $id: _id, ...own } = schema;
  return moved(own, `#/components/schemas/${key}`) as JsonObject;
}

function moved(value: JsonValue, root: string): JsonValue {
  if (Array.isArray(value)) return value.map((item) => moved(item, root));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (DATA_KEYS.has(key)) return [key, inner];
      if (key === "$ref" && typeof inner === "string" && inner.startsWith("#")) {
        return [key, `${root}${inner.slice(1)}`];
      }
      return [key, moved(inner, root)];
    }),
  );
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
