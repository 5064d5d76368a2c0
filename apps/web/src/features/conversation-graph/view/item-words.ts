import { formatPlural } from "../../../lib/format-number.ts";
import type { GraphItem } from "../layout/fold-envelopes.ts";

/**
 * What stands in a box or row, as somebody hears it who does not see it: first what is written there, word for word, since
 * people speak it to choose it (WCAG 2.5.3), then what stands beside it.
 */
export function itemWords(item: GraphItem, written: string, beside = item.lane): string {
  const { kind, status, deadCount, dead, attempts, isShut, after, count } = item;
  if (kind === "gap") {
    return count === 1
      ? `not recorded, ${item.type}`
      : `${formatPlural(count, "cause")} not recorded`;
  }
  return [
    written,
    kind === "stack" && formatPlural(count, "envelope"),
    beside,
    status !== "recorded" && status,
    status !== "dead-letter" && attempts > 1 && `${attempts} attempts`,
    kind === "stack" && deadCount > 0 && formatPlural(deadCount, "dead letter"),
    dead?.error,
    isShut && `${formatPlural(after, "envelope")} after it not shown`,
  ]
    .filter(Boolean)
    .join(", ");
}
