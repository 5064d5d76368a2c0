const UNREADABLE = "[unreadable]";

/** A key with its value. */
export type Property = readonly [key: string, value: unknown];

/** The properties of an object; of one that throws, a note. */
export function ownProperties(part: object): Property[] {
  return Object.keys(part).map((key) => [key, read(part, key)]);
}

/** What is worth keeping of an error: name, message, properties of its own, cause. Not the stack. */
export function errorProperties(error: Error): Property[] {
  const own = Object.keys(error).filter((key) => key !== "name" && key !== "message");
  const cause = error.cause === undefined ? [] : (["cause"] as const);
  return ["name", "message", ...own, ...cause].map((key) => [key, read(error, key)] as const);
}

/** The entries of a map, as if it were an object. */
export function mapEntries(map: ReadonlyMap<unknown, unknown>): Property[] {
  return Array.from(map, ([key, value]) => [typeof key === "string" ? key : String(key), value]);
}

/** A property, or a note that it threw. */
export function read(from: object, key: string): unknown {
  try {
    return (from as Readonly<Record<string, unknown>>)[key];
  } catch {
    return UNREADABLE;
  }
}

/** What a method without arguments returns, or a note that it threw. */
export function resultOf(part: object, method: CallableFunction): unknown {
  try {
    return Reflect.apply(method, part, []);
  } catch {
    return UNREADABLE;
  }
}
