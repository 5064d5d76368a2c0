import type { RouterOutputs } from "@/trpc/react.tsx";

type Message = RouterOutputs["asyncapi"]["get"]["messages"][number];
type DataField = Message["data"]["fields"][number];

/** What a person starts from: every field of the data with an empty value of its type. Nothing of it is real. */
export function payloadSkeleton({ data }: Pick<Message, "data">): string {
  const root = data.isEnvelope ? "data" : "";
  return JSON.stringify(objectUnder(data.fields, root, 0), undefined, 2);
}

function objectUnder(fields: readonly DataField[], path: string, depth: number): object {
  const prefix = path === "" ? "" : `${path}.`;
  const own = fields.filter((field) => field.depth === depth && field.path === prefix + field.name);
  return Object.fromEntries(own.map((field) => [field.name, emptyValue(fields, field)]));
}

function emptyValue(
  fields: readonly DataField[],
  { path, depth, type, meaning }: DataField,
): unknown {
  if (type.startsWith("array")) {
    const item = objectUnder(fields, `${path}[]`, depth + 1);
    return Object.keys(item).length > 0 ? [item] : [];
  }
  const inner = objectUnder(fields, path, depth + 1);
  if (Object.keys(inner).length > 0) return inner;
  return type === "enum" ? firstValue(meaning) : (EMPTY[type] ?? null);
}

const EMPTY: Readonly<Record<string, unknown>> = {
  string: "",
  integer: 0,
  number: 0,
  boolean: false,
  object: {},
};

/** The document's words of an enum begin with its values: `"EUR", "USD"`. */
function firstValue(meaning: string): unknown {
  const [quoted] = /"(?:[^"\\]|\\.)*"/.exec(meaning) ?? [];
  return quoted === undefined ? null : (JSON.parse(quoted) as unknown);
}
