"use client";

import { cx } from "../../../lib/cx.ts";
import { Glyph } from "../../../ui/glyph.tsx";
import { StateOutline } from "../../../ui/state-outline.tsx";
import { lookOf, TONE_TEXT } from "../../../ui/state-table.ts";
import type { PlacedNode } from "../layout/chart-layout.ts";
import type { StateMark } from "../marks/chart-marks.ts";
import type { Difference } from "../marks/difference.ts";
import { DeadBadge } from "./dead-badge.tsx";
import { DifferenceBadge } from "./difference-badge.tsx";
import { TimerPill } from "./timer-pill.tsx";

const NAMES = { blue: "text-blue", violet: "text-violet", amber: "text-amber" } as const;
const RADIUS = 10;

/** The hue of a container that holds a token; `undefined` for others. */
export function containerHue(mark: StateMark | undefined): keyof typeof NAMES | undefined {
  if (!mark) return undefined;
  const look = lookOf(mark.mark);
  return look.token && (look.tone === "blue" || look.tone === "violet" || look.tone === "amber")
    ? look.tone
    : undefined;
}

/**
 * A state with states in it: the outline and glyph that a state without any would have, so that hue is never all that tells
 * them apart, and its name at the top left. A region has no box of its own; its glyph stands by its name.
 */
export function ContainerNode(props: {
  readonly node: PlacedNode;
  readonly mark?: StateMark;
  readonly difference?: Difference;
}) {
  const { node, mark, difference } = props;
  const { width, height } = node.box;
  const name = mark?.mark ?? "rest";
  const look = lookOf(name);
  const hue = containerHue(mark);
  return (
    <div className="relative" style={{ width, height }}>
      {!node.isRegion && (
        <StateOutline
          outline={look.outline}
          width={width}
          height={height}
          radius={RADIUS}
          double={look.double === true}
          className={cx("container-outline", difference && `cd-${difference}`)}
        />
      )}
      <div
        className={cx(
          "relative flex max-w-full items-center gap-1.5 truncate px-3.5 leading-4",
          node.isRegion ? "pt-1.5 text-10 text-ink-3" : "pt-2.5 text-11 font-semibold",
          !node.isRegion &&
            (hue ? NAMES[hue] : name === "unreachable" ? "text-ink-3" : "text-ink-2"),
        )}
      >
        {name !== "rest" && (
          <Glyph name={look.glyph} size="xs" className={cx("flex-none", TONE_TEXT[look.tone])} />
        )}
        {node.name}
        {!node.isRegion && <ContainerFact node={node} mark={mark} />}
      </div>
      {difference && <DifferenceBadge difference={difference} of="container" />}
      {mark?.badge === "dead" && <DeadBadge possible={name === "possible"} />}
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
