import type { JsonValue } from "../../../kernel/json.ts";

/** Snapshots as JSON, each made once: the instance and its history hold the same one. */
export type SnapshotTexts = (snapshot: JsonValue) => string;

/** For one batch of commits. A weak map for all of them would be simpler, and costs the collector more than it saves. */
export function createSnapshotTexts(): SnapshotTexts {
  const texts = new Map<JsonValue, string>();
  return (snapshot) => {
    const known = texts.get(snapshot);
    if (known !== undefined) return known;
    const text = JSON.stringify(snapshot);
    texts.set(snapshot, text);
    return text;
  };
}
