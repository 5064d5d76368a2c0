const NUL = "\u0000";

/**
 * Where an input holds the character NUL, which no text of Postgres can (error 22021): `ids.3`, or `input` for the input itself.
 * Undefined if nowhere.
 */
export function findNul(input: unknown): string | undefined {
  const waiting: { readonly value: unknown; readonly path: string }[] = [
    { value: input, path: "" },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, path } = next;
    if (typeof value === "string" && value.includes(NUL)) return path || "input";
    if (typeof value !== "object" || value === null) continue;
    for (const [key, part] of Object.entries(value)) {
      const name = key.replaceAll(NUL, "\\u0000");
      if (key !== name) return path ? `${path}.${name}` : name;
      waiting.push({ value: part, path: path ? `${path}.${key}` : key });
    }
  }
  return undefined;
}
