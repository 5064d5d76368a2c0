"use client";

import { useMemo, useState } from "react";
import { cx } from "../../../lib/cx.ts";
import type { Box } from "../../../lib/geometry.ts";
import { useTimeZone } from "../../../lib/use-now.ts";
import type { ChartLayout } from "../layout/chart-layout.ts";
import type { ChartMarks } from "../marks/chart-marks.ts";
import { stateWords, wholeLabels } from "./state-words.ts";

/** How far down from its upper edge a container can be clicked: over its name, under which its states begin. */
const NAME_STRIP = 26;

/**
 * One clear button over each state, and over the name of each container: its accessible name says everything that the
 * drawing shows, one of them is in the tab order, arrow keys move between states, and with Shift out to the container
 * around and in again. A click selects the state.
 */
export function StateButtons(props: {
  readonly layout: ChartLayout;
  readonly marks: ChartMarks;
  readonly selected?: string;
  readonly onSelect?: (path: string) => void;
}) {
  const { layout, marks, selected, onSelect } = props;
  const zone = useTimeZone();
  const leaves = layout.nodes.filter((node) => !node.isContainer);
  const [focused, setFocused] = useState<string>();
  const reachable = focused ?? marks.tokens[0] ?? leaves[0]?.path;
  const whole = useMemo(() => wholeLabels(layout), [layout]);
  const chosen = layout.nodes.find((node) => node.path === selected);
  return (
    <>
      {chosen && <SelectionRing box={chosen.box} />}
      {layout.nodes.map((node) => (
        <button
          key={node.path}
          type="button"
          data-state={node.path}
          data-mark={marks.states[node.path]?.mark ?? "rest"}
          data-container={node.isContainer || undefined}
          tabIndex={node.path === reachable ? 0 : -1}
          data-difference={marks.differences?.states[node.path]}
          aria-label={stateWords(
            node,
            marks.states[node.path],
            zone,
            marks.differences?.states[node.path],
          )}
          aria-description={whole.get(node.path)}
          aria-pressed={onSelect ? node.path === selected : undefined}
          onFocus={() => setFocused(node.path)}
          onClick={() => onSelect?.(node.path)}
          className={cx(
            "nopan pointer-events-auto absolute rounded-2!",
            onSelect ? "cursor-pointer" : "cursor-default!",
          )}
          style={{
            left: node.box.x,
            top: node.box.y,
            width: node.box.width,
            height: node.isContainer ? Math.min(NAME_STRIP, node.box.height) : node.box.height,
            zIndex: 3,
          }}
        />
      ))}
    </>
  );
}

/** Between the ring and the state it marks. */
const RING_GAP = 4;

/** It lies under the state, so that pills and badges on the edge stay whole. */
function SelectionRing({ box }: { readonly box: Box }) {
  return (
    <span
      className="absolute rounded-[9px] border-2 border-focus"
      style={{
        left: box.x - RING_GAP,
        top: box.y - RING_GAP,
        width: box.width + 2 * RING_GAP,
        height: box.height + 2 * RING_GAP,
        zIndex: 1,
      }}
    />
  );
}
