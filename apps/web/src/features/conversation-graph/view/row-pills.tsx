import { cx } from "../../../lib/cx.ts";
import { formatCount } from "../../../lib/format-number.ts";
import { Glyph } from "../../../ui/glyph.tsx";
import type { GraphItem } from "../layout/fold-envelopes.ts";

const PILL =
  "inline-flex h-[18px] flex-none items-center gap-1 rounded-full border border-line-control bg-surface px-[7px] text-10 leading-none font-strong whitespace-nowrap text-ink hover:bg-surface-2";

/** What a row can show more of: a page of its stack, and what follows it. Keys do the same. */
export function RowPills(props: {
  readonly item: GraphItem;
  readonly onUnfold: (group: string) => void;
  readonly onToggle: (item: GraphItem) => void;
  readonly className?: string;
}) {
  const { item, onUnfold, onToggle, className } = props;
  const { group, isShut, after } = item;
  return (
    <span className={cx("inline-flex gap-1", className)}>
      {group !== undefined && (
        <button
          type="button"
          tabIndex={-1}
          className={PILL}
          aria-label={`Show more of ${item.type}`}
          onClick={() => onUnfold(group)}
        >
          <Glyph name="plus" className="size-[11px]!" />
          more
        </button>
      )}
      {isShut && (
        <button
          type="button"
          tabIndex={-1}
          className={PILL}
          aria-label={`Show the ${formatCount(after)} after ${item.type}`}
          onClick={() => onToggle(item)}
        >
          <Glyph name="right" className="size-[11px]!" />
          {formatCount(after)} after
        </button>
      )}
    </span>
  );
}

const STATUS_GLYPHS = {
  "dead-letter": { name: "st-dead", hue: "text-red" },
  waiting: { name: "st-waiting", hue: "text-teal" },
  gap: { name: "gap", hue: "text-ink-3" },
  expected: { name: "st-possible", hue: "text-blue" },
} as const;

/** What became of what a row stands for; that it went as it should carries no glyph. */
export function StatusGlyph({ item }: { readonly item: GraphItem }) {
  if (item.status === "recorded") return null;
  const { name, hue } = STATUS_GLYPHS[item.status];
  return <Glyph name={name} size="sm" className={hue} />;
}
