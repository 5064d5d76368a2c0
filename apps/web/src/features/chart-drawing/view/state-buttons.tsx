"use client";

import { useState } from "react";
import { cx } from "../../../lib/cx.ts";
import { useTimeZone } from "../../../lib/use-now.ts";
import type { ChartLayout } from "../layout/chart-layout.ts";
import type { ChartMarks } from "../marks/chart-marks.ts";
import { stateWords } from "./state-words.ts";

/**
 * One clear button over each state: its accessible name says everything that the drawing shows, one of them is in the tab
 * order and arrow keys move between them. A click selects the state.
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
  return leaves.map((node) => (
    <button
      key={node.path}
      type="button"
      data-state={node.path}
      data-mark={marks.states[node.path]?.mark ?? "rest"}
      tabIndex={node.path === reachable ? 0 : -1}
      aria-label={stateWords(node, marks.states[node.path], zone)}
      aria-pressed={onSelect ? node.path === selected : undefined}
      onFocus={() => setFocused(node.path)}
      onClick={() => onSelect?.(node.path)}
      className={cx(
        "nopan pointer-events-auto absolute rounded-2!",
        onSelect ? "cursor-pointer" : "cursor-default!",
        node.path === selected && "outline-2 outline-offset-2 outline-focus",
      )}
      style={{
        left: node.box.x,
        top: node.box.y,
        width: node.box.width,
        height: node.box.height,
        zIndex: 3,
      }}
    />
  ));
}
