import { createHash } from "node:crypto";

/**
 * The same function, which keeps what it came to for up to `max` texts, and forgets all of them when there are more. Texts are known
 * by their hash, since they may be large. A failure is not kept.
 */
export function keptByText<Result>(
  max: number,
  make: (text: string) => Promise<Result>,
): (text: string) => Promise<Result> {
  const known = new Map<string, Promise<Result>>();
  return (text) => {
    const key = createHash("sha256").update(text).digest("base64");
    const kept = known.get(key);
    if (kept) return kept;
    const result = make(text);
    if (known.size >= max) known.clear();
    known.set(key, result);
    result.catch(() => known.delete(key));
    return result;
  };
}
