"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import { cx } from "../../../lib/cx.ts";
import { useKeys } from "../../../lib/keys/use-keys.ts";
import { useUrlParams } from "../../../lib/use-url-params.ts";
import { ErrorState } from "../../../ui/error-state.tsx";
import { LoadingState } from "../../../ui/loading-state.tsx";
import type { Deeds } from "../layout/deeds.ts";
import type { ConversationViewName, Drawing, DrawingCounts } from "../layout/draw-conversation.ts";
import type { ConversationSource, ExpectedEnvelope } from "../layout/envelope-facts.ts";
import type { GraphItem } from "../layout/fold-envelopes.ts";
import { pathToFirst } from "../layout/path-to-first.ts";
import { ConversationBar } from "./conversation-bar.tsx";
import { ConversationCanvas, LANE_HEAD } from "./conversation-canvas.tsx";
import { SequenceCanvas } from "./sequence-canvas.tsx";
import { TimeCanvas } from "./time-canvas.tsx";
import type { CanvasProps } from "./use-canvas.ts";
import { useDrawing } from "./use-drawing.ts";
import { readViewState, toggle, unfold, type ViewChange } from "./view-state.ts";

const ZOOMS = [0.4, 0.5, 0.6, 0.75, 0.9, 1, 1.2, 1.5] as const;
const NORMAL = 5;
const NEARLY = 0.9;
/** How many times as wide as the page the axis of time is. */
const STRETCHES = [1, 2, 4, 8, 16, 32] as const;
const NO_DEEDS: readonly Deeds[] = [];
const NO_PATH: ReadonlySet<string> = new Set();

/** What of a conversation is drawn, for whoever shows more of it. */
export interface Drawn {
  /** Positions of the envelopes that have a box of their own. */
  readonly seqs: readonly string[];
  readonly counts: DrawingCounts;
}

/** What the drawing of a conversation needs. */
export interface ConversationGraphProps {
  readonly source: ConversationSource;
  /** What was done with the envelopes that are drawn, as far as it was read. */
  readonly deeds?: readonly Deeds[];
  /** Envelopes that a chart leads one to expect next. */
  readonly expected?: readonly ExpectedEnvelope[];
  /** Id of the envelope whose details are shown elsewhere. */
  readonly selected?: string;
  readonly onSelect: (id: string) => void;
  readonly onDrawn?: (drawn: Drawn) => void;
  readonly className?: string;
}

/**
 * A conversation in three views of one selection: who caused what, who told whom, and how long it took. Which view, what is grouped and
 * what is open stands in the address. It fills its place.
 */
export function ConversationGraph(props: ConversationGraphProps) {
  const { source, deeds = NO_DEEDS, expected, selected, onSelect, onDrawn, className } = props;
  const url = useUrlParams();
  const state = useViewState(url.get);
  const { view, folding, showPath } = state;
  const options = useMemo(
    () => ({ view, folding: { ...folding, reveal: selected }, deeds, expected }),
    [view, folding, selected, deeds, expected],
  );
  const { drawing, error } = useDrawing(source, options);
  useEffect(() => {
    if (drawing) onDrawn?.(drawnOf(drawing));
  }, [drawing, onDrawn]);
  const path = useMemo(
    () => (drawing && showPath ? pathToFirst(drawing.items, selected) : NO_PATH),
    [drawing, selected, showPath],
  );
  const scroller = useRef<HTMLDivElement>(null);
  const zoom = useZoom(drawing, scroller);
  const change = (to: ViewChange) => url.set(to, "push");
  const onToggle = (item: GraphItem) => {
    change(toggle(state, item));
    // What is looked at must not vanish behind a box that is shut.
    if (!item.isShut && item.first && path.has(item.id)) onSelect(item.first.id);
  };
  const onView = (next: ConversationViewName) =>
    change({ view: next === "graph" ? undefined : next });
  const focusedItem = () => {
    const id = (document.activeElement as HTMLElement | null)?.dataset.box;
    return drawing?.items.find((item) => item.id === id);
  };
  useKeys([
    { keys: "1", label: "graph", group: "Conversation", run: () => onView("graph") },
    { keys: "2", label: "sequence", group: "Conversation", run: () => onView("sequence") },
    { keys: "3", label: "time", group: "Conversation", run: () => onView("time") },
    {
      keys: "e",
      label: "show or hide what follows the focused box",
      group: "Conversation",
      run: () => {
        const item = focusedItem();
        if (item && item.after > 0) onToggle(item);
      },
    },
    {
      keys: "m",
      label: "show more of the focused stack",
      group: "Conversation",
      run: () => {
        const group = focusedItem()?.group;
        if (group !== undefined) change(unfold(state, group));
      },
    },
    { keys: "+", label: "zoom in", group: "Conversation", run: () => zoom.step(1) },
    { keys: "=", label: "zoom in", group: "Conversation", run: () => zoom.step(1) },
    { keys: "-", label: "zoom out", group: "Conversation", run: () => zoom.step(-1) },
    { keys: "0", label: "fit", group: "Conversation", run: zoom.fit },
  ]);
  return (
    <div className={cx("flex min-h-0 min-w-0 flex-1 flex-col", className)}>
      <ConversationBar
        view={view}
        onView={onView}
        counts={drawing?.counts}
        by={folding.by}
        onGroup={(by) => change({ group: by === "type" ? undefined : by, open: undefined })}
        showPath={showPath}
        onShowPath={(show) => url.set({ path: show ? undefined : "off" })}
        onZoomIn={() => zoom.step(1)}
        onZoomOut={() => zoom.step(-1)}
        onFit={zoom.fit}
      />
      {error !== undefined && (
        <ErrorState
          title="The conversation could not be drawn"
          consequence={`${error}. What is shown below may be older.`}
        />
      )}
      {drawing ? (
        <Canvas
          scroller={scroller}
          drawing={drawing}
          zoom={zoom.value}
          path={path}
          selected={selected}
          onSelect={onSelect}
          onUnfold={(group) => change(unfold(state, group))}
          onToggle={onToggle}
        />
      ) : (
        error === undefined && <LoadingState label="Drawing the conversation" rows={8} />
      )}
    </div>
  );
}

function Canvas(props: CanvasProps) {
  const { layout } = props.drawing;
  if (layout.view === "graph") return <ConversationCanvas {...props} layout={layout} />;
  if (layout.view === "sequence") return <SequenceCanvas {...props} layout={layout} />;
  return <TimeCanvas {...props} layout={layout} />;
}

/** The same object as long as the address says the same, so that nothing is drawn anew. */
function useViewState(get: (name: string) => string | undefined) {
  const key = ["view", "group", "open", "shut", "path"].map((name) => get(name) ?? "").join("|");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key holds all that is read
  return useMemo(() => readViewState(get), [key]);
}

function drawnOf({ items, counts }: Drawing): Drawn {
  return {
    counts,
    seqs: items.flatMap(({ kind, first }) => (kind === "envelope" && first ? [first.seq] : [])),
  };
}

/** How large things are: graph and sequence as a whole, time along its axis. */
function useZoom(
  drawing: Drawing | undefined,
  scroller: React.RefObject<HTMLDivElement | null>,
): {
  readonly value: number;
  readonly step: (by: number) => void;
  readonly fit: () => void;
} {
  const [zoom, setZoom] = useState<number>(NORMAL);
  const [stretch, setStretch] = useState(0);
  const layout = drawing?.layout;
  const isTime = layout?.view === "time";
  const within = (list: readonly number[], at: number) =>
    Math.min(list.length - 1, Math.max(0, at));
  const step = (by: number) =>
    isTime
      ? setStretch((now) => within(STRETCHES, now + by))
      : setZoom((now) => within(ZOOMS, now + by));
  const fit = () => {
    const place = scroller.current;
    if (!place || !layout) return;
    if (layout.view === "time") return setStretch(0);
    const width = place.clientWidth / (layout.width + (layout.view === "graph" ? LANE_HEAD : 0));
    const whole =
      layout.view === "graph" ? Math.min(width, place.clientHeight / layout.height) : width;
    setZoom(
      within(
        ZOOMS,
        ZOOMS.findLastIndex((one) => one <= whole),
      ),
    );
  };
  // A graph that only just does not fit is shown whole.
  const isReady = layout?.view === "graph";
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, later the zoom is the reader's
  useEffect(() => {
    if (layout?.view !== "graph") return;
    const whole = (scroller.current?.clientWidth ?? 0) / (layout.width + LANE_HEAD);
    if (whole < 1 && whole >= NEARLY) fit();
  }, [isReady]);
  return { value: isTime ? (STRETCHES[stretch] ?? 1) : (ZOOMS[zoom] ?? 1), step, fit };
}
