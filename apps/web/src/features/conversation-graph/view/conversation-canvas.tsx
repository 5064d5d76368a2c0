"use client";

import { overlap } from "../../../lib/geometry.ts";
import { type ConversationLayout, HEAD_HEIGHT, type Lane } from "../layout/conversation-layout.ts";
import { CanvasSurface } from "./canvas-surface.tsx";
import { ConversationLinks } from "./conversation-links.tsx";
import { EnvelopeBox } from "./envelope-box.tsx";
import { LaneHeads } from "./lane-heads.tsx";
import { type CanvasProps, useCanvas } from "./use-canvas.ts";
import { isInView } from "./use-view.ts";

/** Width of the lanes' heads. */
export const LANE_HEAD = 98;
/** A column's head is at most so wide. */
const HOP_WIDTH = 60;

/** The graph on a surface that scrolls; lanes' and columns' heads stay in sight. Only what is near the view is in the document. */
export function ConversationCanvas(props: CanvasProps & { readonly layout: ConversationLayout }) {
  const { scroller, drawing, layout, zoom, path } = props;
  const { view, onKeyDown, isHeld, itemProps } = useCanvas(props, zoom);
  const shown = layout.items.filter(({ item, box }) => isHeld(item) || isInView(box, view));
  const isShown = ({ y, height }: Lane) =>
    view === undefined || overlap({ x: view.x, y, width: view.width, height }, view, view.height);
  return (
    <CanvasSurface
      scroller={scroller}
      onKeyDown={onKeyDown}
      className="scroll-pt-12 scroll-pr-6 scroll-pb-10 scroll-pl-28"
      kind="causation graph"
      label={`${drawing.counts.drawn} envelopes`}
      drawingClass="grid grid-cols-[98px_auto]"
      drawingStyle={{
        ...{ zoom, width: layout.width + LANE_HEAD, height: layout.height },
        ...{ minWidth: "100%", minHeight: "100%" }, // a small one fills its place
      }}
    >
      <LaneHeads lanes={layout.lanes} isShown={isShown} />
      <div className="relative">
        <LaneBands lanes={layout.lanes} isShown={isShown} />
        <HopHeads
          hops={layout.hops}
          isShown={(x) =>
            view === undefined ||
            isInView({ x: x - HOP_WIDTH / 2, y: view.y, width: HOP_WIDTH, height: 1 }, view)
          }
        />
        <ConversationLinks layout={layout} path={path} view={view} />
        {shown.map((placed) => (
          <EnvelopeBox key={placed.item.id} placed={placed} {...itemProps(placed.item)} />
        ))}
      </div>
    </CanvasSurface>
  );
}

function LaneBands(props: {
  readonly lanes: readonly Lane[];
  readonly isShown: (lane: Lane) => boolean;
}) {
  return props.lanes.map((lane, at) =>
    props.isShown(lane) ? (
      <div
        key={lane.name}
        className={`absolute inset-x-0 border-t border-line ${at % 2 === 0 ? "bg-surface-2/55" : ""}`}
        style={{ top: lane.y, height: lane.height }}
      />
    ) : null,
  );
}

function HopHeads(props: {
  readonly hops: readonly number[];
  readonly isShown: (x: number) => boolean;
}) {
  return (
    <div className="sticky top-0 z-20 bg-surface" style={{ height: HEAD_HEIGHT }}>
      {props.hops.map((x, hop) =>
        props.isShown(x) ? (
          <span
            key={x}
            className="absolute top-2 -translate-x-1/2 text-10 whitespace-nowrap text-ink-3"
            style={{ left: x }}
          >
            {hop === 0 ? "first" : `hop ${hop}`}
          </span>
        ) : null,
      )}
    </div>
  );
}
