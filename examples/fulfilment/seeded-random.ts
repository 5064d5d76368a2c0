/** Draws a number from 0 up to, not including, 1. */
export type Random = () => number;

/**
 * A random source that depends on nothing but `parts`, so that one order, or one call, always meets the same luck
 * whatever else happens at the same time. Not for secrets.
 */
export function seededRandom(...parts: readonly (string | number)[]): Random {
  let state = hashOf(parts.join("|"));
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A whole number from `min` to `max`, both included. */
export function intBetween(random: Random, min: number, max: number): number {
  return min + Math.floor(random() * (max - min + 1));
}

/** One of `choices`, each as likely as the others. */
export function pickFrom<const Choices extends readonly [unknown, ...(readonly unknown[])]>(
  random: Random,
  choices: Choices,
): Choices[number] {
  return choices[intBetween(random, 0, choices.length - 1)];
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash;
}
