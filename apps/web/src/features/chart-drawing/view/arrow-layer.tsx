"use client";

import { memo } from "react";
import { cx } from "../../../lib/cx.ts";
import { type Point, pointAlong, roundedPath, segmentsOf } from "../../../lib/geometry.ts";
import { ARROW_GAP, ARROW_RADIUS, ArrowLine, arrowHead } from "../../../ui/arrow-line.tsx";
import { GlyphMark } from "../../../ui/glyph.tsx";
import type { ChartLayout, PlacedEdge } from "../layout/chart-layout.ts";
import type { ChartMarks, TransitionMark } from "../marks/chart-marks.ts";
import { type Difference, differenceOf } from "../marks/difference.ts";
import { arrowMark, behindLabel, labelTexts } from "./styled-chart.ts";

const LINE = 14;

/** All arrows of a chart in one drawing, taken ones over untaken ones, labels over all. */
export const ArrowLayer = memo(function ArrowLayer(props: {
  readonly layout: ChartLayout;
  readonly marks: ChartMarks;
  /** Whether the chart shows an instance; a chart alone has no untaken arrows. */
  readonly hasInstance: boolean;
}) {
  const { layout, marks, hasInstance } = props;
  const arrows = layout.edges
    .map((edge) => ({
      edge,
      mark: arrowMark(edge, marks),
      difference: differenceOf(edge.transitions, marks.differences),
    }))
    .sort(
      (a, b) =>
        Number(a.difference !== undefined) - Number(b.difference !== undefined) ||
        ORDER.indexOf(a.mark) - ORDER.indexOf(b.mark),
    );
  const texts = labelTexts(layout, marks);
  return (
    <svg
      className="chart-arrows"
      width={layout.width}
      height={layout.height}
      aria-hidden="true"
      style={{ zIndex: 1 }}
    >
      {layout.separators.map(([from, to]) => (
        <path
          key={`${from.x} ${from.y}`}
          d={`M${from.x} ${from.y}H${to.x}`}
          stroke="var(--line-control)"
          strokeDasharray="5 4"
        />
      ))}
      {layout.starts.map((start) => (
        <StartArrow key={start.to} start={start} taken={hasInstance} />
      ))}
      {arrows.map((arrow) => (
        <Arrow key={arrow.edge.id} {...arrow} />
      ))}
      {arrows.map((arrow) => (
        <ArrowLabel
          key={arrow.edge.id}
          {...arrow}
          lines={texts.get(arrow.edge.id) ?? []}
          layout={layout}
          marks={marks}
        />
      ))}
      {layout.notes.map(({ text, at }) => (
        <text
          key={text}
          x={at.x}
          y={at.y}
          textAnchor="middle"
          dominantBaseline="central"
          className="arrow-label l-untaken"
          style={{ ["--behind" as string]: behindLabel(layout, marks, at) }}
        >
          {text}
        </text>
      ))}
    </svg>
  );
});

/** What is drawn later lies over what is drawn before. */
const ORDER: readonly TransitionMark[] = [
  "untaken",
  "rest",
  "visited",
  "possible",
  "compensating",
  "failed",
  "broken",
];

interface ArrowProps {
  readonly edge: PlacedEdge;
  readonly mark: TransitionMark;
  readonly difference: Difference | undefined;
}

function Arrow({ edge, mark, difference }: ArrowProps) {
  return (
    <g className={cx("arrow", `a-${mark}`, difference && `ad-${difference}`)}>
      {mark === "broken" ? <BrokenLine points={edge.points} /> : <ArrowLine points={edge.points} />}
      {edge.dots.map((dot) => (
        <circle key={`${dot.x} ${dot.y}`} cx={dot.x} cy={dot.y} r="3" fill="var(--arrow)" />
      ))}
    </g>
  );
}

/** A transition that never arrived: red up to a cross, and from there what it would have been, dotted. */
function BrokenLine({ points }: { readonly points: readonly Point[] }) {
  const cut = pointAlong(points, 0.55);
  const [first, second] = split(points, cut);
  return (
    <>
      <path className="rest" d={roundedPath(second, ARROW_RADIUS, ARROW_GAP)} />
      <path className="rest-head" d={arrowHead(points)} />
      <path className="line" d={roundedPath(first, ARROW_RADIUS)} />
      <GlyphMark name="x" x={cut.x - 7} y={cut.y - 7} size={14} className="text-red" />
    </>
  );
}

function split(
  points: readonly Point[],
  cut: Point,
): readonly [readonly Point[], readonly Point[]] {
  const at = segmentsOf(points).findIndex(
    ([a, b]) =>
      cut.x >= Math.min(a.x, b.x) - 0.01 &&
      cut.x <= Math.max(a.x, b.x) + 0.01 &&
      cut.y >= Math.min(a.y, b.y) - 0.01 &&
      cut.y <= Math.max(a.y, b.y) + 0.01,
  );
  return [
    [...points.slice(0, at + 1), cut],
    [cut, ...points.slice(at + 1)],
  ];
}

function StartArrow(props: {
  readonly start: ChartLayout["starts"][number];
  readonly taken: boolean;
}) {
  const { start, taken } = props;
  return (
    <g className={`arrow a-${taken ? "visited" : "rest"}`}>
      <circle cx={start.at.x} cy={start.at.y} r="4.5" fill="var(--ink-2)" />
      <ArrowLine points={start.points} />
      {start.dots.map((dot) => (
        <circle key={`${dot.x} ${dot.y}`} cx={dot.x} cy={dot.y} r="3" fill="var(--ink-2)" />
      ))}
    </g>
  );
}

function ArrowLabel(
  props: ArrowProps & {
    readonly lines: readonly string[];
    readonly layout: ChartLayout;
    readonly marks: ChartMarks;
  },
) {
  const { edge, mark, difference, lines, layout, marks } = props;
  if (!edge.label) return null;
  const { box } = edge.label;
  const behind = behindLabel(layout, marks, {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
  });
  return (
    <text
      className={cx(
        "arrow-label",
        `l-${mark}`,
        difference && `ld-${difference}`,
        edge.whole !== undefined && "l-cut",
      )}
      style={{ ["--behind" as string]: behind }}
    >
      {edge.whole !== undefined && <title>{edge.whole}</title>}
      {lines
        .map((line, at) => ({ line, y: box.y + 11 + at * LINE }))
        .map(({ line, y }) => (
          <tspan key={y} x={box.x + 1} y={y}>
            {line}
          </tspan>
        ))}
    </text>
  );
}
