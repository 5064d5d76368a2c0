/** Values of an axis from 0: round numbers, the last one not below the largest value. */
export function niceTicks(max: number, wanted = 3): readonly number[] {
  if (!(max > 0)) return [0, 1];
  const step = niceStep(max / wanted);
  const count = Math.max(1, Math.ceil(max / step - 1e-9));
  return Array.from({ length: count + 1 }, (_tick, at) => Number((at * step).toPrecision(12)));
}

/** The next of 1, 2 or 5 times a power of ten. */
function niceStep(atLeast: number): number {
  const power = 10 ** Math.floor(Math.log10(atLeast));
  const factor = [1, 2, 5, 10].find((each) => each * power >= atLeast * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/**
 * Counts by bucket as numbers a second. The last bucket is not over: what it counts came in the time that passed of it.
 *
 * @param nowMs - the moment of the last count
 */
export function perSecond(
  values: readonly number[],
  { sinceMs, bucketMs }: { readonly sinceMs: number; readonly bucketMs: number },
  nowMs: number,
): readonly number[] {
  const last = values.length - 1;
  const passedMs = Math.min(bucketMs, Math.max(LEAST_MS, nowMs - sinceMs - last * bucketMs));
  return values.map((value, at) => (value * 1_000) / (at === last ? passedMs : bucketMs));
}

/** A moment says nothing about a rate: a single event at the start of a bucket would draw a tower. */
const LEAST_MS = 10_000;
