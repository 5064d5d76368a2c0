"use client";

import { memo, useMemo } from "react";
import { cx } from "../../../lib/cx.ts";
import type { ChartLayout, PlacedNode } from "../layout/chart-layout.ts";
import type { ChartMarks, StateMark } from "../marks/chart-marks.ts";
import type { Difference } from "../marks/difference.ts";
import { ContainerNode } from "./container-node.tsx";
import { StateNode } from "./state-node.tsx";

/**
 * All states of a chart in their places, containers under the arrows and the others over them. They are no nodes of React Flow's:
 * it would measure each and listen to its size, and the layout knows both.
 */
export const StateLayer = memo(function StateLayer(props: {
  readonly layout: ChartLayout;
  readonly marks: ChartMarks;
}) {
  const { layout, marks } = props;
  const nodes = useMemo(() => layout.nodes.map(sized), [layout]);
  return nodes.map((node) => (
    <PlacedState
      key={node.path}
      node={node}
      mark={marks.states[node.path]}
      difference={marks.differences?.states[node.path]}
    />
  ));
});

/** A container is as large as what it holds, which only the layout knows. */
function sized(node: PlacedNode): PlacedNode {
  return { ...node, width: node.box.width, height: node.box.height };
}

const PlacedState = memo(function PlacedState(props: {
  readonly node: PlacedNode;
  readonly mark: StateMark | undefined;
  readonly difference: Difference | undefined;
}) {
  const { node, mark, difference } = props;
  const { x, y, width, height } = node.box;
  const Drawn = node.isContainer ? ContainerNode : StateNode;
  return (
    <div
      className={cx("placed-state", node.isContainer ? "placed-container" : "placed-leaf")}
      style={{ left: x, top: y, width, height }}
    >
      <Drawn node={node} mark={mark} difference={difference} />
    </div>
  );
});
