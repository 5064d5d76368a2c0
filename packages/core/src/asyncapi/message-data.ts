import type { JsonObject, JsonValue } from "../kernel/json.ts";
import { flattened, listOf, partOf, resolved } from "../schemas/resolve-schema.ts";
import type { OutlineMessage } from "./outline.ts";

/** One field of a message's data, in reading order. */
export interface DataField {
  /** As changes name it: `data.lines[].price`. */
  readonly path: string;
  readonly name: string;
  /** How far it is nested; 0 for the data's own. */
  readonly depth: number;
  readonly type: string;
  readonly isRequired: boolean;
  /** What it means and may be, in words; may be empty. */
  readonly meaning: string;
}

/** What a message carries, as far as its document says. */
export interface MessageData {
  /**
   * Who says so: somebody `declared` it, it was `inferred` from real envelopes, the chart only `named` the fields, or `any`
   * object will do.
   */
  readonly origin: "declared" | "inferred" | "named" | "any";
  /** Whether it stands in an envelope's `data`, or is the whole payload. */
  readonly isEnvelope: boolean;
  readonly fields: readonly DataField[];
  /** There are more than are listed. */
  readonly isCut: boolean;
}

const FIELDS_MAX = 300;
const DEPTH_MAX = 6;
const VALUES_MAX = 8;
const BOUNDS = ["minimum", "maximum", "minLength", "maxLength", "pattern", "minItems", "maxItems"];

/** Lay out what a message carries as a table of fields. Pure; a schema that refers to itself is shown once. */
export function messageData(document: JsonObject, message: OutlineMessage): MessageData {
  const payload = flattened(document, message.payload);
  const { specversion, data: own } = partOf(payload.properties);
  const isEnvelope = specversion !== undefined && own !== undefined;
  const schema = isEnvelope ? own : message.payload;
  const data = flattened(document, schema);
  const found = [...fieldsOf(document, schema, isEnvelope ? "data" : "", 0, [])];
  return {
    origin: originOf(message, data, isEnvelope),
    isEnvelope,
    fields: found.slice(0, FIELDS_MAX),
    isCut: found.length > FIELDS_MAX,
  };
}

function originOf(
  { dataSchema }: OutlineMessage,
  data: JsonObject,
  isEnvelope: boolean,
): MessageData["origin"] {
  if (data["x-inferred"] !== undefined) return "inferred";
  if (dataSchema !== undefined || !isEnvelope) return "declared";
  return Object.keys(partOf(data.properties)).length > 0 ? "named" : "any";
}

function* fieldsOf(
  document: JsonObject,
  source: JsonValue | undefined,
  path: string,
  depth: number,
  above: readonly unknown[],
): Generator<DataField> {
  const target = resolved(document, source);
  if (depth > DEPTH_MAX || above.includes(target)) return;
  const { properties, required } = flattened(document, source);
  let count = 0;
  for (const [name, inner] of Object.entries(partOf(properties))) {
    count += 1;
    if (count > FIELDS_MAX) return;
    const schema = flattened(document, inner);
    const at = path === "" ? name : `${path}.${name}`;
    yield {
      path: at,
      name,
      depth,
      type: typeWords(document, schema),
      isRequired: listOf(required).includes(name),
      meaning: meaningOf(schema),
    };
    const isList = schema.items !== undefined;
    yield* fieldsOf(document, isList ? schema.items : inner, isList ? `${at}[]` : at, depth + 1, [
      ...above,
      target,
    ]);
  }
}

function typeWords(document: JsonObject, schema: JsonObject): string {
  const { type, format, items, enum: values, oneOf, anyOf } = schema;
  if (Array.isArray(values)) return "enum";
  if (items !== undefined) return `array of ${typeWords(document, flattened(document, items))}`;
  if (oneOf !== undefined || anyOf !== undefined) return "one of several";
  if (type === "string" && typeof format === "string") return format;
  return type === undefined ? "any" : [type].flat().join(" or ");
}

function meaningOf(schema: JsonObject): string {
  const { description, title, enum: values, const: constant } = schema;
  const words =
    typeof description === "string" ? description : typeof title === "string" ? title : "";
  const allowed = Array.isArray(values)
    ? `${values
        .slice(0, VALUES_MAX)
        .map((value) => JSON.stringify(value))
        .join(", ")}${values.length > VALUES_MAX ? ", …" : ""}`
    : constant === undefined
      ? ""
      : `always ${JSON.stringify(constant)}`;
  const bounds = BOUNDS.flatMap((bound) =>
    schema[bound] === undefined ? [] : `${bound} ${String(schema[bound])}`,
  );
  return [words, allowed, ...bounds].filter((part) => part !== "").join("; ");
}
