"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import { cx } from "../../../lib/cx.ts";
import { useKeys } from "../../../lib/keys/use-keys.ts";
import type { EnvelopeFacts, ExpectedEnvelope } from "../layout/envelope-facts.ts";
import type { Unfolded } from "../layout/fold-envelopes.ts";
import { layoutConversation } from "../layout/layout-conversation.ts";
import { pathToFirst } from "../layout/path-to-first.ts";
import { ConversationBar } from "./conversation-bar.tsx";
import { ConversationCanvas, LANE_HEAD } from "./conversation-canvas.tsx";

/** How many more of a stack one click shows. */
const PAGE = 24;
const ZOOMS = [0.4, 0.5, 0.6, 0.75, 0.9, 1, 1.2, 1.5] as const;
const NORMAL = 5;
const NEARLY = 0.9;

/** What the graph of a conversation needs. */
export interface ConversationGraphProps {
  readonly envelopes: readonly EnvelopeFacts[];
  /** Envelopes that a chart leads one to expect next. */
  readonly expected?: readonly ExpectedEnvelope[];
  /** Id of the envelope whose details are shown elsewhere. */
  readonly selected?: string;
  readonly onSelect?: (id: string) => void;
  readonly className?: string;
}

/** The causation graph of a conversation: lanes are services, columns are hops, arrows lead from cause to effect. It fills its place. */
export function ConversationGraph(props: ConversationGraphProps) {
  const { envelopes, expected, selected, onSelect, className } = props;
  const [fold, setFold] = useState(true);
  const [showPath, setShowPath] = useState(true);
  const [unfolded, setUnfolded] = useState<Unfolded>({});
  const [zoom, setZoom] = useState<number>(NORMAL);
  const scroller = useRef<HTMLDivElement>(null);
  const layout = useMemo(
    () => layoutConversation({ envelopes, expected, unfolded, fold }),
    [envelopes, expected, unfolded, fold],
  );
  const path = useMemo(
    () => (showPath ? pathToFirst(layout, selected) : new Set<string>()),
    [layout, selected, showPath],
  );
  const step = (by: number) => setZoom((now) => Math.min(ZOOMS.length - 1, Math.max(0, now + by)));
  const fit = () => {
    const place = scroller.current;
    if (!place) return;
    const whole = Math.min(
      place.clientWidth / (layout.width + LANE_HEAD),
      place.clientHeight / layout.height,
    );
    setZoom(
      Math.max(
        0,
        ZOOMS.findLastIndex((one) => one <= Math.max(whole, ZOOMS[0])),
      ),
    );
  };
  // A graph that only just does not fit is shown whole.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, later the zoom is the reader's
  useEffect(() => {
    const whole = (scroller.current?.clientWidth ?? 0) / (layout.width + LANE_HEAD);
    if (whole < 1 && whole >= NEARLY) fit();
  }, []);
  useKeys([
    { keys: "+", label: "zoom in", group: "Graph", run: () => step(1) },
    { keys: "=", label: "zoom in", group: "Graph", run: () => step(1) },
    { keys: "-", label: "zoom out", group: "Graph", run: () => step(-1) },
    { keys: "0", label: "fit the graph", group: "Graph", run: fit },
  ]);
  return (
    <div className={cx("flex min-h-0 min-w-0 flex-1 flex-col", className)}>
      <ConversationBar
        layout={layout}
        fold={fold}
        onFold={setFold}
        showPath={showPath}
        onShowPath={setShowPath}
        onZoomIn={() => step(1)}
        onZoomOut={() => step(-1)}
        onFit={fit}
      />
      <ConversationCanvas
        scroller={scroller}
        layout={layout}
        zoom={ZOOMS[zoom] ?? 1}
        path={path}
        selected={selected}
        onSelect={onSelect}
        onUnfold={(group) => setUnfolded((old) => ({ ...old, [group]: (old[group] ?? 0) + PAGE }))}
      />
    </div>
  );
}
