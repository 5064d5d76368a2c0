/** A value of a trend; null: nobody looked, so that nobody knows. */
export type TrendValue = number | null;

/** Neighbouring values of one kind. */
interface TrendRun {
  /** Place of the first of them. */
  readonly from: number;
  /** Empty for a gap. */
  readonly values: readonly number[];
  readonly length: number;
}

/** A trend as stretches that are known and gaps between them, in their order. */
function trendRuns(values: readonly TrendValue[]): readonly TrendRun[] {
  const runs: { from: number; values: number[]; length: number }[] = [];
  values.forEach((value, at) => {
    const last = runs.at(-1);
    const isSame = last !== undefined && (value === null) === (last.values.length === 0);
    const run = isSame ? last : { from: at, values: [], length: 0 };
    if (!isSame) runs.push(run);
    run.length += 1;
    if (value !== null) run.values.push(value);
  });
  return runs;
}

/** The stretches of a trend that are known. */
export function knownRuns(values: readonly TrendValue[]): readonly TrendRun[] {
  return trendRuns(values).filter((run) => run.values.length > 0);
}

/** The stretches of a trend in which nobody looked. */
export function gapsOf(values: readonly TrendValue[]): readonly TrendRun[] {
  return trendRuns(values).filter((run) => run.values.length === 0);
}

/**
 * A run as a line: a path through its values, or a dash as wide as its place for one that stands alone, since a single point has no
 * length to be seen.
 *
 * @param step - from one place to the next
 * @param width - of the picture, which nothing leaves
 */
export function runPath(
  { from, values }: TrendRun,
  step: number,
  yOf: (value: number) => number,
  width: number,
): { readonly line: string; readonly fromX: number; readonly toX: number } {
  const xOf = (at: number) => Math.min(width, Math.max(0, at * step));
  const [alone] = values;
  if (values.length === 1 && alone !== undefined) {
    const [fromX, toX] = [xOf(from - DASH_SHARE / 2), xOf(from + DASH_SHARE / 2)];
    return { line: `M${round(fromX)} ${round(yOf(alone))}H${round(toX)}`, fromX, toX };
  }
  const points = values.map((value, at) => `${round(xOf(from + at))} ${round(yOf(value))}`);
  return {
    line: `M${points.join("L")}`,
    fromX: xOf(from),
    toX: xOf(from + values.length - 1),
  };
}

/** Of a place, so that dashes do not touch what stands beside them. */
const DASH_SHARE = 0.8;

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
