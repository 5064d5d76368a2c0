"use client";

import { cx } from "../../../lib/cx.ts";
import { lookOf } from "../../../ui/state-table.ts";
import type { PlacedNode } from "../layout/chart-layout.ts";
import type { StateMark } from "../marks/chart-marks.ts";
import type { Difference } from "../marks/difference.ts";
import { DifferenceBadge } from "./difference-badge.tsx";
import { TimerPill } from "./timer-pill.tsx";

const HUES = { blue: "c-blue", violet: "c-violet", amber: "c-amber" } as const;
const NAMES = { blue: "text-blue", violet: "text-violet", amber: "text-amber" } as const;

/** The hue of a container that holds a token; `undefined` for others. */
export function containerHue(mark: StateMark | undefined): keyof typeof HUES | undefined {
  if (!mark) return undefined;
  const look = lookOf(mark.mark);
  return look.token && (look.tone === "blue" || look.tone === "violet" || look.tone === "amber")
    ? look.tone
    : undefined;
}

/** A state with states in it: its name at the top left, and a tint of its token's hue. A region has no box of its own. */
export function ContainerNode(props: {
  readonly node: PlacedNode;
  readonly mark?: StateMark;
  readonly difference?: Difference;
}) {
  const { node, mark, difference } = props;
  const hue = containerHue(mark);
  return (
    <div
      className={cx(
        "relative",
        !node.isRegion && "chart-container",
        !node.isRegion && hue && HUES[hue],
        !node.isRegion && difference && `cd-${difference}`,
      )}
      style={{ width: node.box.width, height: node.box.height }}
    >
      <div
        className={cx(
          "flex max-w-full gap-1.5 truncate px-3.5 leading-4",
          node.isRegion ? "pt-1.5 text-10 text-ink-3" : "pt-2.5 text-11 font-semibold",
          !node.isRegion && (hue ? NAMES[hue] : "text-ink-2"),
        )}
      >
        {node.name}
        {!node.isRegion && <ContainerFact node={node} mark={mark} />}
      </div>
      {difference && <DifferenceBadge difference={difference} of="container" />}
      {mark?.timer?.running && <TimerPill timer={mark.timer} className="right-3.5" />}
    </div>
  );
}

function ContainerFact({ node, mark }: { readonly node: PlacedNode; readonly mark?: StateMark }) {
  const facts = [
    node.kind === "parallel" ? `${node.children.length} regions` : undefined,
    mark?.visits ? `${mark.visits}×` : undefined,
    ...node.invokes.map((invoke) => invoke.src),
  ].filter(Boolean);
  return <span className="text-10 font-normal text-ink-3">{facts.join(", ")}</span>;
}
