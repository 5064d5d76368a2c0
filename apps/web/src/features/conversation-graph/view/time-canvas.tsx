"use client";

import { cx } from "../../../lib/cx.ts";
import { Glyph } from "../../../ui/glyph.tsx";
import { typeParts } from "../layout/envelope-facts.ts";
import type { GraphItem } from "../layout/fold-envelopes.ts";
import { type Bar, ROW_HEIGHT, type TimeLayout, type TimeRow } from "../layout/layout-time.ts";
import { CanvasSurface } from "./canvas-surface.tsx";
import { ItemButton } from "./item-button.tsx";
import { itemWords } from "./item-words.ts";
import { RowPills, StatusGlyph } from "./row-pills.tsx";
import { type CanvasProps, type ItemProps, useCanvas } from "./use-canvas.ts";

/** Height of the axis. */
const AXIS = 30;
const INDENT = 12;
/** Deeper rows are not moved further in: a chain of a hundred would leave no room for names. */
const INDENTS_MAX = 9;
/** Rows beyond the edges, so that scrolling does not show them appear. */
const ROWS_BEYOND = 12;
/** A call that takes less of the axis than this has no room for its name; its row says it all the same. */
const NAMED_FROM = 0.05;
/** Space at the right end, so that the last moment is not on the edge. */
const END = 28;

const BARS = {
  lead: "top-[14px] h-0 border-t border-line-control",
  taking: "top-[9px] h-3 rounded-1 bg-line-strong",
  waiting: "top-[9px] h-3 rounded-1 border border-teal bg-teal-tint",
  group: "top-[9px] h-3 rounded-1 border border-line-control bg-surface-3",
  call: "top-[21px] h-[5px] rounded-1 bg-ink-2",
  retry: "top-[18px] h-[11px] border-l-2 border-red",
  timer: "top-[22px] h-0 border-t-2 border-dotted border-teal",
} as const satisfies Record<Bar["kind"], string>;

/** A waterfall: rows in causal order, each under what led to it, with bars on one axis of time. */
export function TimeCanvas(props: CanvasProps & { readonly layout: TimeLayout }) {
  const { scroller, drawing, layout, zoom } = props;
  const { view, onKeyDown, isHeld, itemProps } = useCanvas(props, 1);
  const first = Math.floor(((view?.y ?? 0) - AXIS) / ROW_HEIGHT) - ROWS_BEYOND;
  const last = first + Math.ceil((view?.height ?? 900) / ROW_HEIGHT) + 2 * ROWS_BEYOND;
  const rows = layout.rows.filter(({ item }, at) => (at >= first && at <= last) || isHeld(item));
  return (
    <CanvasSurface
      scroller={scroller}
      onKeyDown={onKeyDown}
      className="@container scroll-pt-10 scroll-pb-4"
      kind="waterfall"
      label={`${drawing.counts.drawn} envelopes over time`}
      drawingStyle={{ width: `${zoom * 100}%`, height: layout.height + AXIS, minHeight: "100%" }}
    >
      <Axis ticks={layout.ticks} />
      {rows.map((row) => (
        <Row key={row.item.id} row={row} {...itemProps(row.item)} />
      ))}
    </CanvasSurface>
  );
}

/** The names take a third of a narrow page and at most 340 px. */
const NAMES = "w-[min(340px,34cqw)]";
const BESIDE_NAMES = "left-[min(340px,34cqw)]";

function Axis({ ticks }: Pick<TimeLayout, "ticks">) {
  return (
    <>
      <div
        className="sticky top-0 z-20 border-b border-line bg-surface"
        style={{ height: AXIS }}
        aria-hidden="true"
      >
        <div className={cx("sticky left-0 z-10 h-full bg-surface", NAMES)} />
        <div className={cx("absolute inset-y-0", BESIDE_NAMES)} style={{ right: END }}>
          {ticks.map(({ at, words }) => (
            <span
              key={at}
              className="absolute top-2 pl-1 text-10 whitespace-nowrap text-ink-3"
              style={{ left: percent(at) }}
            >
              {words}
            </span>
          ))}
        </div>
      </div>
      <div className={cx("absolute bottom-0", BESIDE_NAMES)} style={{ right: END, top: AXIS }}>
        {ticks.map(({ at }) => (
          <span
            key={at}
            className="absolute inset-y-0 border-l border-line"
            style={{ left: percent(at) }}
          />
        ))}
      </div>
    </>
  );
}

interface RowProps extends ItemProps {
  readonly row: TimeRow;
}

function Row(props: RowProps) {
  const { row, isSelected } = props;
  const { item, y, at, bars } = row;
  return (
    <div
      className={cx("absolute inset-x-0", isSelected && "bg-blue-tint/40")}
      style={{ top: y + AXIS, height: ROW_HEIGHT }}
    >
      <Name {...props} />
      <div className={cx("absolute inset-y-0", BESIDE_NAMES)} style={{ right: END }}>
        {bars.map((bar) => (
          <span
            key={`${bar.kind} ${bar.from} ${bar.words}`}
            title={bar.words}
            className={cx(
              "absolute min-w-0.5",
              BARS[bar.kind],
              bar.hasFailed && bar.kind === "call" && "bg-red!",
            )}
            style={{ left: percent(bar.from), width: percent(bar.to - bar.from) }}
          >
            <CallName bar={bar} />
          </span>
        ))}
        {at !== undefined && item.kind === "envelope" && (
          <span
            className={cx(
              "absolute top-[10px] size-2.5 -translate-x-1/2 rounded-full border-2 border-surface",
              POINTS[item.status],
            )}
            style={{ left: percent(at) }}
          />
        )}
      </div>
    </div>
  );
}

/** As wide as its bar at most, or as the part of it before the next call. */
function CallName({ bar: { name, from, to, nameTo = to } }: { readonly bar: Bar }) {
  if (name === undefined || nameTo - from <= NAMED_FROM) return null;
  return (
    <span
      className="absolute -top-[15px] left-1 truncate text-10 leading-[14px] text-ink-2"
      style={{ maxWidth: percent((nameTo - from) / (to - from)) }}
    >
      {name}
    </span>
  );
}

const POINTS = {
  recorded: "bg-ink",
  waiting: "bg-teal",
  "dead-letter": "bg-red",
  gap: "bg-ink-3",
  expected: "bg-blue",
} as const satisfies Record<GraphItem["status"], string>;

function Name(props: RowProps) {
  const { row, onPath } = props;
  const { item, depth, seconds, isBeforeCause, bars } = row;
  const parts = typeParts(item.type);
  const words = bars.map((bar) => bar.words).join(", ");
  return (
    <div
      className={cx(
        "sticky left-0 z-10 flex h-full items-center gap-1.5 border-r border-line bg-surface pr-2",
        NAMES,
      )}
      style={{ paddingLeft: 10 + Math.min(depth, INDENTS_MAX) * INDENT }}
    >
      <ItemButton
        {...props}
        item={item}
        label={[itemWords(item, writtenWords(item), seconds), words].filter(Boolean).join(", ")}
        className="flex h-[22px] min-w-0 items-center gap-1.5 rounded-1! px-1 text-left hover:bg-surface-2"
      >
        <StatusGlyph item={item} />
        <span className={cx("min-w-0 truncate text-12", onPath && "font-strong")}>
          {item.kind === "gap" ? <GapWords item={item} /> : <TypeWords item={item} {...parts} />}
        </span>
      </ItemButton>
      {isBeforeCause && (
        <span title="Its clock is behind that of its cause" className="flex-none text-amber">
          <Glyph name="st-overdue" size="sm" />
        </span>
      )}
      <RowPills item={item} onUnfold={props.onUnfold} onToggle={props.onToggle} />
      <span className="ml-auto flex-none text-10 text-ink-3">{seconds}</span>
    </div>
  );
}

/** What `TypeWords` writes. */
function writtenWords({ kind, count, type, types, lane }: GraphItem): string {
  const times = kind === "stack" ? `${count} × ` : "";
  return `${times}${types > 1 ? `${types} types` : type} ${lane}`;
}

function TypeWords(props: {
  readonly item: GraphItem;
  readonly prefix: string;
  readonly word: string;
}) {
  const { item, prefix, word } = props;
  return (
    <>
      {item.kind === "stack" && <b className="font-strong">{item.count} × </b>}
      {item.types > 1 ? (
        `${item.types} types`
      ) : (
        <>
          <span className="font-mono text-11 text-ink-2">{prefix && `${prefix}.`}</span>
          <span className="font-strong">{word}</span>
        </>
      )}
      <span className="text-ink-3"> {item.lane}</span>
    </>
  );
}

function GapWords({ item }: { readonly item: GraphItem }) {
  return (
    <span className="text-ink-3">
      not recorded{" "}
      <span className="font-mono text-11">
        {item.count === 1 ? item.type.slice(0, 8) : `${item.count} causes`}
      </span>
    </span>
  );
}

function percent(share: number): string {
  return `${Math.round(share * 1e6) / 1e4}%`;
}
