"use client";

import { cx } from "../../../lib/cx.ts";
import { ArrowLine } from "../../../ui/arrow-line.tsx";
import type { Arrival, Lifeline, MessageRow, SequenceLayout } from "../layout/layout-sequence.ts";
import { LIFELINE_HEAD, MESSAGE_HEIGHT } from "../layout/layout-sequence.ts";
import { CanvasSurface } from "./canvas-surface.tsx";
import { ItemButton } from "./item-button.tsx";
import { itemWords } from "./item-words.ts";
import { RowPills, StatusGlyph } from "./row-pills.tsx";
import { type CanvasProps, type ItemProps, useCanvas } from "./use-canvas.ts";
import { isInView } from "./use-view.ts";

/** A short drawing still fills its place. */
const AT_LEAST_ALL = { minWidth: "100%", minHeight: "100%" } as const;
/** Half of the widest head of a lifeline. */
const HEAD_HALF = 75;
/** A message that nobody is known to have taken ends so far from its sender. */
const STUB = 26;
/** A message to oneself goes so far out and comes back so much lower. */
const LOOP = { out: 22, down: 10 } as const;
const LINE_Y = 24;
const LOOKS = {
  taken: "rest",
  "led-on": "rest",
  waiting: "possible",
  "dead-letter": "failed",
} as const satisfies Record<Arrival, string>;

/** Lifelines of services and machines, and between them the messages in causal order, one under the other. */
export function SequenceCanvas(props: CanvasProps & { readonly layout: SequenceLayout }) {
  const { scroller, drawing, layout, zoom } = props;
  const { view, onKeyDown, isHeld, itemProps } = useCanvas(props, zoom);
  const rows = layout.rows.filter(
    ({ item, y }) =>
      isHeld(item) || isInView({ x: view?.x ?? 0, y, width: 1, height: MESSAGE_HEIGHT }, view),
  );
  const lifelines = layout.lifelines.filter(({ x }) =>
    isInView({ x: x - HEAD_HALF, y: view?.y ?? 0, width: 2 * HEAD_HALF, height: 1 }, view),
  );
  return (
    <CanvasSurface
      scroller={scroller}
      onKeyDown={onKeyDown}
      className="scroll-pt-14 scroll-pr-6 scroll-pb-4 scroll-pl-6"
      kind="sequence"
      label={`${drawing.counts.drawn} messages`}
      drawingStyle={{ zoom, width: layout.width, height: layout.height, ...AT_LEAST_ALL }}
    >
      <Heads lifelines={lifelines} />
      {lifelines.map(({ name, x }) => (
        <span
          key={name}
          className="absolute bottom-0 border-l border-dashed border-line-strong"
          style={{ left: x, top: LIFELINE_HEAD }}
        />
      ))}
      {rows.map((row) => (
        <Message key={row.item.id} row={row} {...itemProps(row.item)} />
      ))}
    </CanvasSurface>
  );
}

function Heads({ lifelines }: { readonly lifelines: readonly Lifeline[] }) {
  return (
    <div
      className="sticky top-0 z-20 border-b border-line bg-surface"
      style={{ height: LIFELINE_HEAD }}
    >
      {lifelines.map(({ name, subtitle, x }) => (
        <span
          key={name}
          className="absolute top-1.5 w-[144px] -translate-x-1/2 text-center"
          style={{ left: x }}
        >
          <b className="block truncate text-12 leading-4 font-semibold" title={name}>
            {name}
          </b>
          <span className="block truncate text-10 text-ink-3" title={subtitle}>
            {subtitle}
          </span>
        </span>
      ))}
    </div>
  );
}

function Message(props: ItemProps & { readonly row: MessageRow }) {
  const { row, onPath } = props;
  const { item, y, words, seconds, labelX, labelWidth } = row;
  return (
    <div className="absolute inset-x-0" style={{ top: y, height: MESSAGE_HEIGHT }}>
      <span className="absolute top-[7px] left-3.5 text-10 text-ink-3">{seconds}</span>
      <Lines row={row} onPath={onPath} />
      <span
        className="absolute top-px flex items-center gap-1.5"
        style={{ left: labelX, maxWidth: labelWidth }}
      >
        <ItemButton
          {...props}
          item={item}
          label={itemWords(item, `${words} ${seconds}`)}
          className="flex h-[19px] min-w-0 items-center gap-1 rounded-1! bg-surface px-1 hover:bg-surface-2"
        >
          <StatusGlyph item={item} />
          <span
            className={cx(
              "min-w-0 truncate font-mono text-11",
              item.status === "dead-letter" && "text-red",
              item.status === "gap" && "text-ink-3",
              onPath && "font-strong",
            )}
          >
            {words}
          </span>
        </ItemButton>
        <RowPills item={item} onUnfold={props.onUnfold} onToggle={props.onToggle} />
      </span>
    </div>
  );
}

function Lines({ row, onPath }: { readonly row: MessageRow; readonly onPath: boolean }) {
  const { item, x, arrivals } = row;
  return (
    <svg
      className="pointer-events-none absolute inset-0 h-full w-full overflow-visible"
      aria-hidden="true"
    >
      {arrivals.map(({ lane, x: to, how }) => (
        <g
          key={lane}
          className={`arrow a-${LOOKS[how] === "rest" && onPath ? "visited" : LOOKS[how]}`}
        >
          <ArrowLine points={wayTo(x, to)} />
        </g>
      ))}
      {arrivals.length === 0 && (
        <g className="arrow a-untaken">
          <path
            d={`M${x} ${LINE_Y}h${STUB}`}
            style={item.kind === "gap" ? { strokeDasharray: "2 4" } : undefined}
          />
          <circle
            cx={x + STUB + 3}
            cy={LINE_Y}
            r="3"
            style={{ fill: "none", stroke: "var(--line-control)" }}
          />
        </g>
      )}
      <circle cx={x} cy={LINE_Y} r="3" style={{ fill: "var(--ink-2)" }} />
    </svg>
  );
}

function wayTo(from: number, to: number) {
  if (from !== to) {
    return [
      { x: from, y: LINE_Y },
      { x: to, y: LINE_Y },
    ];
  }
  const out = from + LOOP.out;
  return [
    { x: from, y: LINE_Y },
    { x: out, y: LINE_Y },
    { x: out, y: LINE_Y + LOOP.down },
    { x: from, y: LINE_Y + LOOP.down },
  ];
}
