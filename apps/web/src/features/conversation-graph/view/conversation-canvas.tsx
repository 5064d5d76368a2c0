"use client";

import type { RefObject } from "react";
import { overlap } from "../../../lib/geometry.ts";
import { type ConversationLayout, HEAD_HEIGHT, type Lane } from "../layout/conversation-layout.ts";
import type { Drawing } from "../layout/draw-conversation.ts";
import type { GraphItem } from "../layout/fold-envelopes.ts";
import { ConversationLinks } from "./conversation-links.tsx";
import { EnvelopeBox } from "./envelope-box.tsx";
import { LaneHeads } from "./lane-heads.tsx";
import { useRoving } from "./use-roving.ts";
import { isInView, useView } from "./use-view.ts";

/** Width of the lanes' heads. */
export const LANE_HEAD = 98;
/** A column's head is at most so wide. */
const HOP_WIDTH = 60;

/** What each of the three views is given. */
export interface CanvasProps {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly drawing: Drawing;
  readonly zoom: number;
  readonly path: ReadonlySet<string>;
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
  readonly onUnfold: (group: string) => void;
  readonly onToggle: (item: GraphItem) => void;
}

/** The graph on a surface that scrolls; lanes' and columns' heads stay in sight. Only what is near the view is in the document. */
export function ConversationCanvas(props: CanvasProps & { readonly layout: ConversationLayout }) {
  const { scroller, drawing, layout, zoom, path, selected } = props;
  const view = useView(scroller, zoom);
  const { inTabOrder, onFocus, onKeyDown } = useRoving(scroller, drawing, selected);
  const shown = layout.items.filter(
    ({ item, box }) => isInView(box, view) || item.id === inTabOrder || item.id === selected,
  );
  const isShown = ({ y, height }: Lane) =>
    view === undefined || overlap({ x: view.x, y, width: view.width, height }, view, view.height);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it catches the arrow keys of the boxes inside
    <div
      ref={scroller}
      className="relative min-h-0 flex-1 scroll-pt-12 scroll-pl-28 scroll-pr-6 scroll-pb-10 overflow-auto"
      onKeyDown={onKeyDown}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups form controls, not envelopes */}
      <div
        role="group"
        aria-roledescription="causation graph"
        aria-label={`${drawing.counts.drawn} envelopes`}
        className="relative grid grid-cols-[98px_auto]"
        style={{
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
            <EnvelopeBox
              key={placed.item.id}
              placed={placed}
              onPath={path.has(placed.item.id)}
              isSelected={placed.item.id === selected}
              inTabOrder={placed.item.id === inTabOrder}
              onFocus={onFocus}
              onSelect={props.onSelect}
              onUnfold={props.onUnfold}
              onToggle={props.onToggle}
            />
          ))}
        </div>
      </div>
    </div>
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
