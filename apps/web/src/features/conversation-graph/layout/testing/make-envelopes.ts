import type { EnvelopeFacts } from "../envelope-facts.ts";

const STARTED_MS = Date.UTC(2026, 7, 21, 12, 31, 52);

/** An envelope that `causationId` led to; plain unless told. */
export function envelope(
  id: string,
  causationId?: string,
  more: Partial<EnvelopeFacts> = {},
): EnvelopeFacts {
  return {
    ...{ id, seq: id, type: `shop.${id}`, source: "/order", status: "recorded" },
    ...(causationId === undefined ? {} : { causationId }),
    atMs: STARTED_MS,
    ...more,
  };
}

/** So many alike ones of one cause. */
export function many(
  count: number,
  causationId: string,
  more: Partial<EnvelopeFacts> = {},
): EnvelopeFacts[] {
  return Array.from({ length: count }, (_, at) =>
    envelope(`${causationId}-${at}`, causationId, { type: "stock.level.changed", ...more }),
  );
}

/** Some seconds after the first. */
export function at(seconds: number): { readonly atMs: number } {
  return { atMs: STARTED_MS + seconds * 1_000 };
}
