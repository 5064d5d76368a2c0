"use client";

import type { Node, NodeProps } from "@xyflow/react";
import { memo } from "react";
import type { ChartLayout, PlacedNode } from "../layout/chart-layout.ts";
import type { ChartMarks, StateMark } from "../marks/chart-marks.ts";
import type { Difference } from "../marks/difference.ts";
import { ContainerNode } from "./container-node.tsx";
import { StateNode } from "./state-node.tsx";

/** What React Flow carries for each state. */
export type ChartNodeData = {
  readonly node: PlacedNode;
  readonly mark: StateMark | undefined;
  readonly difference: Difference | undefined;
};
/** A state as React Flow knows it. */
export type ChartFlowNode = Node<ChartNodeData>;

/** The states of a layout as React Flow's nodes: containers under the arrows, states over them. */
export function flowNodes(layout: ChartLayout, marks: ChartMarks): ChartFlowNode[] {
  return layout.nodes.map((node) => ({
    id: `state:${node.path}`,
    type: node.isContainer ? "container" : "state",
    position: { x: node.box.x, y: node.box.y },
    width: node.box.width,
    height: node.box.height,
    zIndex: node.isContainer ? 0 : 2,
    data: {
      node: { ...node, width: node.box.width, height: node.box.height },
      mark: marks.states[node.path],
      difference: marks.differences?.states[node.path],
    },
  }));
}

const State = memo(({ data }: NodeProps<ChartFlowNode>) => (
  <StateNode node={data.node} mark={data.mark} difference={data.difference} />
));
State.displayName = "State";

const Container = memo(({ data }: NodeProps<ChartFlowNode>) => (
  <ContainerNode node={data.node} mark={data.mark} difference={data.difference} />
));
Container.displayName = "Container";

/** How React Flow draws each kind of node. */
export const CHART_NODE_TYPES = { state: State, container: Container };
