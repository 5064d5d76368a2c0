import { HttpEventRefusedError } from "./errors.ts";

/**
 * Headers as the platforms give them: a web `Headers`, pairs, Node's `req.headers`, or what the `cloudevents` package
 * writes, which leaves integers and booleans as they are. Names in any case.
 */
export type HttpHeaders =
  | Iterable<readonly [string, string]>
  | Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

const CONTENT_TYPE = "content-type";
const ATTRIBUTE_PREFIX = "ce-";

/**
 * Keep the headers that concern an event, lower-cased: `content-type` and `ce-*`.
 *
 * @throws {HttpEventRefusedError} (400) if one of them comes more than once
 */
export function eventHeadersOf(headers: HttpHeaders): ReadonlyMap<string, string> {
  const kept = new Map<string, string>();
  for (const [given, value] of pairsOf(headers)) {
    const name = given.toLowerCase();
    if (name !== CONTENT_TYPE && !name.startsWith(ATTRIBUTE_PREFIX)) continue;
    if (kept.has(name)) {
      throw new HttpEventRefusedError(400, `header '${name}' comes more than once`, {
        field: name,
      });
    }
    kept.set(name, value);
  }
  return kept;
}

/** The names after `ce-`, with their header's value, still encoded. */
export function attributeHeadersOf(headers: ReadonlyMap<string, string>): [string, string][] {
  return [...headers]
    .filter(([name]) => name !== CONTENT_TYPE)
    .map(([name, value]) => [name.slice(ATTRIBUTE_PREFIX.length), value]);
}

function pairsOf(headers: HttpHeaders): (readonly [string, string])[] {
  if (isIterable(headers)) return [...headers];
  return Object.entries(headers).flatMap(([name, value]) => {
    const values = typeof value === "object" ? value : [value];
    return values.filter((one) => one !== undefined).map((one) => [name, String(one)] as const);
  });
}

function isIterable(headers: HttpHeaders): headers is Iterable<readonly [string, string]> {
  return Symbol.iterator in headers;
}
