import { canonicalJson } from "../kernel/canonical-json.ts";
import type { JsonObject, JsonValue } from "../kernel/json.ts";
import { flattened, listOf, partOf, resolved } from "./resolve-schema.ts";

/**
 * What a change does to the values that fit: `narrower` refuses some that fitted before, `wider` lets in some that did not,
 * `added` and `removed` are fields that readers may or may not know.
 */
export type SchemaEffect = "narrower" | "wider" | "added" | "removed" | "same" | "unclear";

/** One difference between two schemas. */
export interface SchemaChange {
  /** As in `data.lines[].price`; empty for the whole. */
  readonly path: string;
  readonly effect: SchemaEffect;
  readonly what: string;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/** A schema with the document that its references lead into. */
export interface RootedSchema {
  readonly root: JsonValue;
  readonly schema: JsonValue | undefined;
}

const DEPTH_MAX = 24;
const PLACES_MAX = 20_000;
const LOWER_BOUNDS = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"];
const UPPER_BOUNDS = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"];
/** Words whose change cannot be judged by looking. */
const OPAQUE = [
  "pattern",
  "format",
  "oneOf",
  "anyOf",
  "not",
  "if",
  "then",
  "else",
  "multipleOf",
  "patternProperties",
  "dependencies",
  "propertyNames",
  "contains",
  "uniqueItems",
];
/** Words that are for people. */
const WORDS = ["title", "description", "examples", "default", "deprecated"];

/** Every difference between two schemas, each with its place. Pure; hostile schemas cost no more than their size. */
export function compareSchemas(before: RootedSchema, after: RootedSchema): SchemaChange[] {
  return [
    ...compare(before, after, "", {
      left: DEPTH_MAX,
      seen: new WeakMap(),
      budget: { places: PLACES_MAX },
    }),
  ];
}

function* compare(
  before: RootedSchema,
  after: RootedSchema,
  path: string,
  limits: Limits,
): Generator<SchemaChange> {
  if (limits.left === 0 || isKnownPair(before, after, limits)) return;
  limits.budget.places -= 1;
  if (limits.budget.places < 0) {
    if (limits.budget.places === -1) {
      yield change(path, "unclear", "has another shape, too large to be compared", null, null);
    }
    return;
  }
  const one = flattened(before.root, before.schema);
  const other = flattened(after.root, after.schema);
  yield* compareTypes(one, other, path);
  yield* compareValues(one, other, path);
  yield* compareBounds(one, other, path);
  yield* compareOpaque(one, other, path);
  yield* compareFields({ ...before, schema: one }, { ...after, schema: other }, path, limits);
  if (one.items !== undefined && other.items !== undefined) {
    yield* compare(
      { ...before, schema: one.items },
      { ...after, schema: other.items },
      `${path}[]`,
      deeper(limits),
    );
  } else if (one.items !== undefined || other.items !== undefined) {
    yield change(
      path,
      other.items === undefined ? "wider" : "narrower",
      "what its items are",
      one.items,
      other.items,
    );
  }
}

/** How far is looked: schemas may refer to themselves, and may be made to grow when they are followed. */
interface Limits {
  readonly left: number;
  readonly seen: WeakMap<object, WeakSet<object>>;
  readonly budget: { places: number };
}

function deeper(limits: Limits): Limits {
  return { ...limits, left: limits.left - 1 };
}

/** A pair of schemas is compared where it is met first. */
function isKnownPair(before: RootedSchema, after: RootedSchema, { seen }: Limits): boolean {
  const one = resolved(before.root, before.schema);
  const other = resolved(after.root, after.schema);
  if (typeof one !== "object" || one === null) return false;
  if (typeof other !== "object" || other === null) return false;
  const partners = seen.get(one) ?? new WeakSet();
  seen.set(one, partners);
  return partners.has(other) || !partners.add(other);
}

function* compareTypes(one: JsonObject, other: JsonObject, path: string): Generator<SchemaChange> {
  const before = typesOf(one);
  const after = typesOf(other);
  if (before === undefined && after === undefined) return;
  const of = (effect: SchemaEffect, what: string) =>
    change(path, effect, what, one.type, other.type);
  if (before === undefined) yield of("narrower", "has a type now");
  else if (after === undefined) yield of("wider", "may be of any type now");
  else {
    const lost = before.filter((type) => !isAmong(type, after));
    const won = after.filter((type) => !isAmong(type, before));
    if (lost.length > 0 && won.length > 0)
      yield of("unclear", `is ${after.join(" or ")} instead of ${before.join(" or ")}`);
    else if (lost.length > 0) yield of("narrower", `may no longer be ${lost.join(" or ")}`);
    else if (won.length > 0) yield of("wider", `may be ${won.join(" or ")} now`);
  }
}

function* compareValues(one: JsonObject, other: JsonObject, path: string): Generator<SchemaChange> {
  const before = valuesOf(one);
  const after = valuesOf(other);
  if (before === undefined && after === undefined) return;
  const of = (effect: SchemaEffect, what: string) =>
    change(path, effect, what, one.enum ?? one.const, other.enum ?? other.const);
  if (before === undefined) yield of("narrower", "has a list of values now");
  else if (after === undefined) yield of("wider", "may have any value now");
  else {
    const lost = before.filter((value) => !after.includes(value));
    const won = after.filter((value) => !before.includes(value));
    if (lost.length > 0) yield of("narrower", `lost the value ${lost.join(", ")}`);
    if (won.length > 0) yield of("wider", `has the new value ${won.join(", ")}`);
  }
}

function* compareBounds(one: JsonObject, other: JsonObject, path: string): Generator<SchemaChange> {
  for (const word of [...LOWER_BOUNDS, ...UPPER_BOUNDS]) {
    const before = one[word];
    const after = other[word];
    if (before === after) continue;
    const sign = LOWER_BOUNDS.includes(word) ? 1 : -1;
    const isTighter =
      after !== undefined && (before === undefined || sign * (Number(after) - Number(before)) > 0);
    const what =
      after === undefined ? `has no ${word} any more` : `has the ${word} ${String(after)}`;
    yield change(path, isTighter ? "narrower" : "wider", what, before, after);
  }
}

function* compareOpaque(one: JsonObject, other: JsonObject, path: string): Generator<SchemaChange> {
  for (const word of OPAQUE) {
    if (isSame(one[word], other[word])) continue;
    const [before, after] = [one[word], other[word]];
    if (after === undefined) yield change(path, "wider", `has no ${word} any more`, before, after);
    else if (before === undefined)
      yield change(path, "narrower", `has a ${word} now`, before, after);
    else yield change(path, "unclear", `has another ${word}`, before, after);
  }
  for (const word of WORDS) {
    if (!isSame(one[word], other[word])) {
      yield change(path, "same", `its ${word} changed`, one[word], other[word]);
    }
  }
}

function* compareFields(
  before: RootedSchema & { readonly schema: JsonObject },
  after: RootedSchema & { readonly schema: JsonObject },
  path: string,
  limits: Limits,
): Generator<SchemaChange> {
  const [one, other] = [partOf(before.schema.properties), partOf(after.schema.properties)];
  const [needed, needs] = [listOf(before.schema.required), listOf(after.schema.required)];
  for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const at = path === "" ? name : `${path}.${name}`;
    const [was, is] = [one[name], other[name]];
    if (was === undefined) yield fieldAdded(at, needs.includes(name), is, isClosed(before.schema));
    else if (is === undefined) yield fieldRemoved(after, at, needed.includes(name), was);
    else {
      yield* compare({ ...before, schema: was }, { ...after, schema: is }, at, deeper(limits));
      yield* compareNeed(at, needed.includes(name), needs.includes(name));
    }
  }
  for (const name of new Set([...needed, ...needs].map(String))) {
    if (one[name] !== undefined || other[name] !== undefined) continue;
    yield* compareNeed(
      path === "" ? name : `${path}.${name}`,
      needed.includes(name),
      needs.includes(name),
    );
  }
  if (isClosed(before.schema) !== isClosed(after.schema)) {
    const closes = isClosed(after.schema);
    yield change(
      path,
      closes ? "narrower" : "wider",
      closes ? "allows no further fields now" : "allows further fields now",
      before.schema.additionalProperties,
      after.schema.additionalProperties,
    );
  }
}

function fieldAdded(
  path: string,
  isNeeded: boolean,
  is: JsonValue | undefined,
  wasClosed: boolean,
): SchemaChange {
  if (isNeeded)
    return change(path, wasClosed ? "unclear" : "narrower", "is new and required", undefined, is);
  return change(path, "added", "is new", undefined, is);
}

function fieldRemoved(
  after: RootedSchema & { readonly schema: JsonObject },
  path: string,
  wasNeeded: boolean,
  was: JsonValue,
): SchemaChange {
  if (isClosed(after.schema))
    return change(path, "unclear", "is gone and no longer allowed", was, undefined);
  return change(
    path,
    wasNeeded ? "wider" : "removed",
    wasNeeded ? "is gone; it was required" : "is gone",
    was,
    undefined,
  );
}

function* compareNeed(path: string, was: boolean, is: boolean): Generator<SchemaChange> {
  if (was === is) return;
  const what = is ? "is required now" : "is no longer required";
  yield change(path, is ? "narrower" : "wider", what, undefined, undefined);
}

function change(
  path: string,
  effect: SchemaEffect,
  what: string,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): SchemaChange {
  return { path, effect, what, before, after };
}

function typesOf({ type }: JsonObject): readonly string[] | undefined {
  return type === undefined ? undefined : [type].flat().map(String);
}

/** An integer is a number too. */
function isAmong(type: string, types: readonly string[]): boolean {
  return types.includes(type) || (type === "integer" && types.includes("number"));
}

function valuesOf(schema: JsonObject): readonly string[] | undefined {
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => canonicalJson(value));
  return schema.const === undefined ? undefined : [canonicalJson(schema.const)];
}

function isClosed(schema: JsonObject): boolean {
  return schema.additionalProperties === false;
}

function isSame(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return canonicalJson(one) === canonicalJson(other);
}
