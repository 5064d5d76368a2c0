const OFFSET_BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/**
 * Which of a topic's shards a subject belongs to: FNV-1a (32 bits) of its UTF-8, modulo. Part of what publishers and consumers of
 * all versions have to agree on.
 */
export function shardOfSubject(subject: string, shards: number): number {
  let hash = OFFSET_BASIS;
  for (const byte of Buffer.from(subject, "utf8")) {
    hash = Math.imul(hash ^ byte, PRIME);
  }
  return (hash >>> 0) % shards;
}
