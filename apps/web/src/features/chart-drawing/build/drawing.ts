import type { GraphInvoke, GraphState } from "@sagascope/core/charts";

/** A state with the room it needs. */
export interface DrawingNode {
  readonly path: string;
  readonly name: string;
  readonly kind: GraphState["kind"];
  readonly history: GraphState["history"];
  /** The container it is drawn in; `undefined` at the top. */
  readonly parent: string | undefined;
  readonly children: readonly string[];
  readonly isContainer: boolean;
  /** A child of a parallel state: it has no box of its own, only a dashed line to its neighbour. */
  readonly isRegion: boolean;
  readonly invokes: readonly GraphInvoke[];
  readonly hasTimer: boolean;
  readonly isDeadLetter: boolean;
  readonly width: number;
  readonly height: number;
}

/** One arrow: every transition between the same two ends. */
export interface DrawingEdge {
  readonly id: string;
  readonly from: string;
  /** Where the arrow ends: containers are entered at the child that is entered by default. */
  readonly to: string;
  /** Containers whose default entry this is; a dot marks where the arrow crosses their outline. */
  readonly enters: readonly string[];
  readonly transitions: readonly string[];
  /** What its label says; long names are cut, and many transitions counted. */
  readonly lines: readonly string[];
  /** All of it, where the lines leave something out. */
  readonly whole?: string;
  readonly labelWidth: number;
  readonly labelHeight: number;
}

/** Where something starts: the filled dot of the chart, or of a region. */
export interface DrawingStart {
  readonly parent: string | undefined;
  readonly to: string;
  readonly enters: readonly string[];
}

/** A chart reduced to boxes and arrows, before anything has a place. */
export interface Drawing {
  readonly id: string;
  /** Containers before their children. */
  readonly nodes: readonly DrawingNode[];
  readonly edges: readonly DrawingEdge[];
  readonly starts: readonly DrawingStart[];
}
