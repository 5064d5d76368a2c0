/** Enough at each end to tell two time-ordered ids apart: their random tail, and a head that one recognises. */
const HEAD = 8;
const TAIL = 4;

/** A long id with its middle left out: `0198c6f1…b6e3`. Shorter ones stay whole. */
export function cutMiddle(id: string, lengthMax = 20): string {
  if (id.length <= Math.max(lengthMax, HEAD + TAIL + 1)) return id;
  return `${id.slice(0, HEAD)}…${id.slice(-TAIL)}`;
}
