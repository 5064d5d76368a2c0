/** The names a JSON Pointer (RFC 6901) leads through; the empty pointer leads nowhere: to the whole. */
export function pointerNames(pointer: string): readonly string[] {
  if (pointer === "") return [];
  return pointer
    .slice(1)
    .split("/")
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Whether a text is a JSON Pointer. */
export function isPointer(text: string): boolean {
  return text === "" || text.startsWith("/");
}

/** What a JSON Pointer leads to; undefined where it leads to nothing. */
export function valueAt(value: unknown, pointer: string): unknown {
  let part = value;
  for (const name of pointerNames(pointer)) {
    if (typeof part !== "object" || part === null || !Object.hasOwn(part, name)) return undefined;
    part = (part as Readonly<Record<string, unknown>>)[name];
  }
  return part;
}
