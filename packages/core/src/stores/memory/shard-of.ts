const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** How many slices a project's lanes are cut into. */
export const SHARDS = 64;

/** The shard of a subject: FNV-1a of its characters. Only this process has to agree with itself. */
export function shardOf(subject: string): number {
  let hash = FNV_OFFSET;
  for (let at = 0; at < subject.length; at += 1) {
    hash = Math.imul(hash ^ subject.charCodeAt(at), FNV_PRIME);
  }
  return (hash >>> 0) % SHARDS;
}
