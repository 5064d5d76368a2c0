const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const UINT32_COUNT = 2 ** 32;

/**
 * A number from 0 to below 1 that follows from its seeds alone: chance enough to spread retries, without making a pure
 * step depend on anything. FNV-1a over the JSON text, with a final avalanche (murmur3), since FNV's high bits mix badly.
 */
export function seededDraw(...seeds: readonly unknown[]): number {
  const text = JSON.stringify(seeds);
  let hash = FNV_OFFSET;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / UINT32_COUNT;
}
