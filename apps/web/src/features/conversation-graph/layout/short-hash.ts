const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/**
 * A name of at most seven letters and digits for an address (FNV-1a, 32 bits). Two of the few hundred things of a drawing share one about
 * once in a hundred thousand drawings; then both open together.
 */
export function shortHash(text: string): string {
  let hash = OFFSET;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), PRIME) >>> 0;
  }
  return hash.toString(36);
}
