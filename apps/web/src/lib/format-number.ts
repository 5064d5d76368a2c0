const GROUPED = new Intl.NumberFormat("en-GB");

/** A count with its thousands apart: `12,118`. */
export function formatCount(count: number): string {
  return GROUPED.format(count);
}

/** A count that may not be known: `…` while it is not, `≥ 10,000` when counting stopped there. */
export function formatKnownCount(count: number | undefined, isLowerBound = false): string {
  if (count === undefined) return "…";
  return isLowerBound ? `≥ ${formatCount(count)}` : formatCount(count);
}

/** A count with its noun: `1 letter`, `214 letters`. */
export function formatPlural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

const KIB = 1024;

/** A size: `312 bytes`, `4.2 kB`, `1.1 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < KIB) return formatPlural(bytes, "byte");
  const kb = bytes / KIB;
  return kb < KIB ? `${trim(kb)} kB` : `${trim(kb / KIB)} MB`;
}

function trim(value: number): string {
  return value < 10 ? value.toFixed(1) : formatCount(Math.round(value));
}

/** A number a second, as exact as it is large: `0.42`, `3.1`, `148`. */
export function formatRate(perSecond: number): string {
  if (perSecond === 0) return "0";
  if (perSecond < 1) return perSecond.toFixed(2);
  return perSecond < 10 ? perSecond.toFixed(1) : formatCount(Math.round(perSecond));
}

/** A share of a whole: `0.6 %`, `12 %`. */
export function formatPercent(share: number): string {
  return `${(share * 100).toFixed(share !== 0 && share < 0.1 ? 1 : 0)} %`;
}
