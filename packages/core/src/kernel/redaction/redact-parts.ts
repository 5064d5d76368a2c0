import type { JsonObject, JsonValue } from "../json.ts";
import { UnredactableError } from "./errors.ts";
import { MASK } from "./mask.ts";
import { errorProperties, mapEntries, ownProperties, read, resultOf } from "./read-parts.ts";

/** Deepest level that is walked; a snapshot nests far less. */
const DEPTH_MAX = 200;
/** Most parts that are walked: a 1 MiB envelope holds half as many at most. Ends values that share parts endlessly. */
const PARTS_MAX = 1_000_000;

const CIRCULAR = "[circular]";

/** A copy that may be shown. */
export interface Redacted {
  /** JSON, since what is redacted is going to be stored or shown; values JSON cannot hold are described. */
  readonly value: JsonValue;
  /** Where something was masked: JSON Pointers (RFC 6901) into `value`, in reading order. Empty if nothing was. */
  readonly paths: readonly string[];
}

/** What {@link redactParts} masks. */
export interface PartRules {
  readonly isSecretKey: (key: string) => boolean;
  readonly maskText: (text: string) => string;
  /** Like `maskText`, for the texts of errors. */
  readonly maskMessage: (text: string) => string;
  readonly isSecretNumber: (number: number) => boolean;
}

interface Walk {
  readonly rules: PartRules;
  readonly paths: string[];
  /** Keys from the root to the present part. */
  readonly keys: string[];
  /** Objects from the root to the present part, for finding cycles. */
  readonly above: Set<object>;
  readonly budget: { partsLeft: number };
}

/**
 * Copy a value into JSON with everything secret masked, and list where.
 *
 * @throws {UnredactableError} if the value is too deep or too large, or its keys cannot be listed
 */
export function redactParts(value: unknown, rules: PartRules): Redacted {
  const walk: Walk = {
    rules,
    paths: [],
    keys: [],
    above: new Set(),
    budget: { partsLeft: PARTS_MAX },
  };
  const copy = redactPart(value, walk) ?? null;
  return { value: copy, paths: walk.paths };
}

/** `undefined` stands for "JSON has no such value", which each container treats its own way. */
function redactPart(part: unknown, walk: Walk): JsonValue | undefined {
  walk.budget.partsLeft -= 1;
  if (walk.budget.partsLeft < 0) throw new UnredactableError(`it has more than ${PARTS_MAX} parts`);
  switch (typeof part) {
    case "string":
      return redactString(part, walk);
    case "bigint":
      return redactString(part.toString(), walk);
    case "number":
      return redactNumber(part, walk);
    case "boolean":
      return part;
    case "object":
      return part === null ? null : redactObject(part, walk);
    default:
      return undefined;
  }
}

function redactString(text: string, walk: Walk): string {
  const masked = redactEmbeddedJson(text, walk) ?? walk.rules.maskText(text);
  if (masked !== text) notePath(walk);
  return masked;
}

/** A text that is a JSON document is redacted as one: its keys say more than its form. */
function redactEmbeddedJson(text: string, walk: Walk): string | undefined {
  if (!/^\s{0,8}[[{]/.test(text)) return undefined;
  let inner: unknown;
  try {
    inner = JSON.parse(text);
  } catch {
    return undefined;
  }
  const inside: Walk = { ...walk, paths: [], keys: [...walk.keys] };
  const copy = nested(inside, {}, () => redactPart(inner, inside));
  return inside.paths.length === 0 ? text : JSON.stringify(copy);
}

/** JSON has no NaN or Infinity, so they are named. */
function redactNumber(number: number, walk: Walk): JsonValue {
  if (!Number.isFinite(number)) return String(number);
  if (!walk.rules.isSecretNumber(number)) return number;
  notePath(walk);
  return MASK;
}

function redactObject(part: object, walk: Walk): JsonValue | undefined {
  if (walk.above.has(part)) return CIRCULAR;
  return nested(walk, part, () => {
    try {
      return redactContents(part, walk);
    } catch (error) {
      if (error instanceof UnredactableError) throw error;
      throw new UnredactableError("a part of it cannot be read", { cause: error });
    }
  });
}

function redactContents(part: object, walk: Walk): JsonValue | undefined {
  if (part instanceof Date) return Number.isNaN(part.getTime()) ? null : part.toISOString();
  if (part instanceof Uint8Array) {
    notePath(walk);
    return `[${part.byteLength} bytes]`;
  }
  if (part instanceof Error) {
    const rules = { ...walk.rules, maskText: walk.rules.maskMessage };
    return redactProperties(errorProperties(part), { ...walk, rules });
  }
  if (part instanceof Map) return redactProperties(mapEntries(part), walk);
  if (part instanceof Set) return redactItems([...part], walk);
  const toJson = read(part, "toJSON");
  if (typeof toJson === "function") return redactPart(resultOf(part, toJson), walk);
  return Array.isArray(part)
    ? redactItems(part, walk)
    : redactProperties(ownProperties(part), walk);
}

function redactItems(items: readonly unknown[], walk: Walk): JsonValue {
  return Array.from(
    items,
    (item, index) => at(walk, String(index), () => redactPart(item, walk)) ?? null,
  );
}

function redactProperties(entries: Iterable<readonly [string, unknown]>, walk: Walk): JsonObject {
  const copy = new Map<string, JsonValue>();
  const nameFor = freeNames(copy);
  for (const [key, part] of entries) {
    const name = nameFor(walk.rules.maskText(key));
    const value = at(walk, name, () => redactProperty(key, name, part, walk));
    if (value !== undefined) copy.set(name, value);
  }
  return Object.fromEntries(copy);
}

function redactProperty(
  key: string,
  name: string,
  part: unknown,
  walk: Walk,
): JsonValue | undefined {
  if (part === undefined || typeof part === "function") return undefined;
  if (walk.rules.isSecretKey(key)) {
    if (part !== MASK) notePath(walk);
    return MASK;
  }
  if (name !== key) notePath(walk);
  return redactPart(part, walk);
}

/** Two keys may become the same once they are masked; the later ones are numbered, counting on from the last. */
function freeNames(taken: ReadonlyMap<string, JsonValue>): (name: string) => string {
  const counts = new Map<string, number>();
  return (name) => {
    let free = name;
    let count = counts.get(name) ?? 1;
    while (taken.has(free)) {
      count += 1;
      free = `${name}#${count}`;
    }
    counts.set(name, count);
    return free;
  };
}

function nested<T>(walk: Walk, part: object, step: () => T): T {
  if (walk.above.size >= DEPTH_MAX)
    throw new UnredactableError(`it is nested deeper than ${DEPTH_MAX}`);
  walk.above.add(part);
  try {
    return step();
  } finally {
    walk.above.delete(part);
  }
}

function at<T>(walk: Walk, key: string, step: () => T): T {
  walk.keys.push(key);
  try {
    return step();
  } finally {
    walk.keys.pop();
  }
}

function notePath(walk: Walk): void {
  const pointer = walk.keys.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`);
  walk.paths.push(pointer.join(""));
}
