"use client";

import { cx } from "../../../lib/cx.ts";
import { useTimeZone } from "../../../lib/use-now.ts";
import { Glyph } from "../../../ui/glyph.tsx";
import { StateOutline } from "../../../ui/state-outline.tsx";
import { lookOf, TONE_TEXT } from "../../../ui/state-table.ts";
import type { DrawingNode } from "../build/drawing.ts";
import type { Fact, StateMark } from "../marks/chart-marks.ts";
import type { Difference } from "../marks/difference.ts";
import { DeadBadge } from "./dead-badge.tsx";
import { DifferenceBadge } from "./difference-badge.tsx";
import { factWords } from "./state-words.ts";
import { TimerPill } from "./timer-pill.tsx";

/** Services beyond this many are counted, not named. */
const INVOKES_SHOWN = 2;

/** What the drawing of one state needs: the state with its size, and what is said about it. */
export interface StateNodeProps {
  readonly node: Pick<DrawingNode, "name" | "kind" | "history" | "invokes" | "width" | "height">;
  readonly mark?: StateMark;
  /** How it differs from the chart beside it. */
  readonly difference?: Difference;
}

/** One state: glyph and name, services, one line of fact. The same drawing stands in charts, letters and specimens. */
export function StateNode({ node, mark, difference }: StateNodeProps) {
  const name = mark?.mark ?? "rest";
  const look = lookOf(name);
  const isFinal = node.kind === "final";
  if (node.kind === "history") {
    return (
      <div className="relative">
        <HistoryNode deep={node.history === "deep"} {...node} />
        {difference && <DifferenceBadge difference={difference} of="state" />}
      </div>
    );
  }
  const faint = name === "unreachable";
  return (
    <div className={cx("relative rounded-2", faint && "hatched")} style={sizeOf(node)}>
      <StateOutline
        outline={look.outline}
        width={node.width}
        height={node.height}
        double={isFinal || look.double === true}
        className={difference && `d-${difference}`}
      />
      <div
        className={cx(
          "relative flex h-full flex-col justify-center overflow-hidden pr-2",
          isFinal ? "pl-[11px]" : "pl-[9px]",
          faint && "text-ink-3",
        )}
      >
        <div className="flex h-[18px] items-center gap-1.5">
          <Glyph name={look.glyph} size="sm" className={TONE_TEXT[look.tone]} />
          <span className="min-w-0 flex-1 truncate text-13 leading-[18px] font-semibold tracking-[-.01em]">
            {node.name}
          </span>
          {mark?.visits !== undefined && !isFinal && <VisitCount count={mark.visits} />}
        </div>
        <Invokes node={node} faint={faint} />
        {mark?.fact && !isFinal && <FactLine fact={mark.fact} />}
      </div>
      {difference && <DifferenceBadge difference={difference} of="state" />}
      {mark?.badge === "dead" && <DeadBadge possible={name === "possible"} />}
      {mark?.timer?.running && <TimerPill timer={mark.timer} className={pillPlace(node)} />}
    </div>
  );
}

function sizeOf({ width, height }: { readonly width: number; readonly height: number }) {
  return { width, height };
}

function pillPlace(node: Pick<DrawingNode, "width">): string {
  return node.width < 100 ? "left-1/2 -translate-x-1/2" : "right-2";
}

function VisitCount({ count }: { readonly count: number }) {
  return (
    <span className="flex h-4 min-w-[26px] flex-none items-center justify-center rounded-1 bg-surface-3 px-1 text-10 leading-none text-ink-2">
      {count}×
    </span>
  );
}

function Invokes({
  node,
  faint,
}: {
  readonly node: StateNodeProps["node"];
  readonly faint: boolean;
}) {
  const shown = node.invokes.slice(0, INVOKES_SHOWN);
  const more = node.invokes.length - shown.length;
  return shown.map((invoke, at) => (
    <div key={invoke.id} className="flex h-4 items-center gap-1.5 pl-px">
      <Glyph name="call" size="xs" className={faint ? "text-ink-3" : "text-ink-2"} />
      <span
        className={cx(
          "truncate font-mono text-[11px] leading-4 tracking-[-.02em]",
          faint ? "text-ink-3" : "text-ink-2",
        )}
      >
        {invoke.src}
        {more > 0 && at === shown.length - 1 && ` +${more}`}
      </span>
    </div>
  ));
}

const FACT_TONES = { red: "text-red", amber: "text-amber" } as const;

function FactLine({ fact }: { readonly fact: Fact }) {
  const zone = useTimeZone();
  const tone = fact.kind === "text" ? fact.tone : undefined;
  return (
    <div
      className={cx("truncate pl-5 text-10 leading-[15px]", tone ? FACT_TONES[tone] : "text-ink-3")}
    >
      {factWords(fact, zone)}
    </div>
  );
}

function HistoryNode(props: {
  readonly deep: boolean;
  readonly width: number;
  readonly height: number;
}) {
  return (
    <div
      className="grid place-items-center rounded-full border border-line-control bg-surface text-11 font-strong text-ink-2"
      style={sizeOf(props)}
    >
      {props.deep ? "H*" : "H"}
    </div>
  );
}
