/** How far back charts look, as one chooses it. */
export const CHART_RANGES = [
  { value: "1h", label: "1 h" },
  { value: "24h", label: "24 h" },
  { value: "7d", label: "7 d" },
] as const;

/** One of them, as it stands in the URL and is asked for. */
export type ChartRange = (typeof CHART_RANGES)[number]["value"];

/** A range in words: "24 h". */
export const RANGE_WORDS = { "1h": "1 h", "24h": "24 h", "7d": "7 d" } as const satisfies Record<
  ChartRange,
  string
>;

/** How far back letters are looked at for it: they are counted by the hour, so that one hour is shown within its day. */
export function letterRangeOf(range: ChartRange): Exclude<ChartRange, "1h"> {
  return range === "7d" ? "7d" : "24h";
}

/** What stands in the URL, or `usual` where that is no range. */
export function chartRangeOf(text: string | undefined, usual: ChartRange): ChartRange {
  return CHART_RANGES.find(({ value }) => value === text)?.value ?? usual;
}
