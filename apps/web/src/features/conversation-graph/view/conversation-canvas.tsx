"use client";

import { type KeyboardEvent, type RefObject, useEffect, useState } from "react";
import { type ConversationLayout, HEAD_HEIGHT } from "../layout/conversation-layout.ts";
import { holderOf, nextBox } from "../layout/path-to-first.ts";
import { ConversationLinks } from "./conversation-links.tsx";
import { EnvelopeBox } from "./envelope-box.tsx";
import { LaneHeads } from "./lane-heads.tsx";
import { isInView, useView } from "./use-view.ts";

/** Width of the lanes' heads. */
export const LANE_HEAD = 98;
type MoveKey = Parameters<typeof nextBox>[2];
const MOVES: ReadonlySet<string> = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]);

interface CanvasProps {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly layout: ConversationLayout;
  readonly zoom: number;
  readonly path: ReadonlySet<string>;
  readonly selected: string | undefined;
  readonly onSelect: ((id: string) => void) | undefined;
  readonly onUnfold: (group: string) => void;
}

/** The graph on a surface that scrolls; lanes' and columns' heads stay in sight. Only what is near the view is in the document. */
export function ConversationCanvas(props: CanvasProps) {
  const { scroller, layout, zoom, path, selected, onSelect, onUnfold } = props;
  const view = useView(scroller, zoom);
  const [focused, setFocused] = useState<string>();
  const holder = holderOf(layout, selected)?.item.id;
  const inTabOrder = focused ?? holder ?? layout.items[0]?.item.id;
  const shown = layout.items.filter(
    ({ item, box }) => isInView(box, view) || item.id === inTabOrder || item.id === holder,
  );
  useEffect(() => {
    if (holder !== undefined) showBox(scroller.current, holder);
  }, [holder, scroller]);
  const move = (event: KeyboardEvent) => {
    const from = event.target instanceof HTMLElement ? event.target.dataset.box : undefined;
    if (from === undefined || !MOVES.has(event.key)) return;
    const next = nextBox(layout, from, event.key as MoveKey);
    if (next === undefined) return;
    event.preventDefault();
    setFocused(next);
    requestAnimationFrame(() => focusBox(scroller.current, next));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it catches the arrow keys of the boxes inside
    <div
      ref={scroller}
      className="relative min-h-0 flex-1 scroll-pt-12 scroll-pl-28 scroll-pr-6 scroll-pb-10 overflow-auto"
      onKeyDown={move}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups form controls, not envelopes */}
      <div
        role="group"
        aria-roledescription="causation graph"
        aria-label={`${layout.drawn} envelopes`}
        className="relative grid grid-cols-[98px_auto]"
        style={{ zoom, width: layout.width + LANE_HEAD, height: layout.height, minWidth: "100%" }}
      >
        <LaneHeads lanes={layout.lanes} />
        <div className="relative">
          <LaneBands layout={layout} />
          <HopHeads hops={layout.hops} />
          <ConversationLinks layout={layout} path={path} view={view} />
          {shown.map((placed) => (
            <EnvelopeBox
              key={placed.item.id}
              placed={placed}
              onPath={path.has(placed.item.id)}
              isSelected={placed.item.id === holder}
              inTabOrder={placed.item.id === inTabOrder}
              onFocus={() => setFocused(placed.item.id)}
              onSelect={onSelect}
              onUnfold={onUnfold}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

function focusBox(root: HTMLElement | null, id: string) {
  boxIn(root, id)?.focus({ preventScroll: true });
  showBox(root, id);
}

function boxIn(root: HTMLElement | null, id: string): HTMLElement | null | undefined {
  return root?.querySelector<HTMLElement>(`[data-box="${CSS.escape(id)}"]`);
}

function showBox(root: HTMLElement | null, id: string) {
  boxIn(root, id)?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function LaneBands({ layout }: { readonly layout: ConversationLayout }) {
  return layout.lanes.map(({ name, y, height }, at) => (
    <div
      key={name}
      className={`absolute inset-x-0 border-t border-line ${at % 2 === 0 ? "bg-surface-2/55" : ""}`}
      style={{ top: y, height }}
    />
  ));
}

function HopHeads({ hops }: { readonly hops: readonly number[] }) {
  return (
    <div className="sticky top-0 z-20 bg-surface" style={{ height: HEAD_HEIGHT }}>
      {hops.map((x, hop) => (
        <span
          key={x}
          className="absolute top-2 -translate-x-1/2 text-10 whitespace-nowrap text-ink-3"
          style={{ left: x }}
        >
          {hop === 0 ? "first" : `hop ${hop}`}
        </span>
      ))}
    </div>
  );
}
