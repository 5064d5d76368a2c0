"use client";

import { Panel, ReactFlow, useReactFlow, ViewportPortal } from "@xyflow/react";
import { type KeyboardEvent, useCallback, useEffect, useRef } from "react";
import { useKeys } from "../../../lib/keys/use-keys.ts";
import { IconButton } from "../../../ui/button.tsx";
import type { ChartLayout } from "../layout/chart-layout.ts";
import { type ChartMarks, hasInstance } from "../marks/chart-marks.ts";
import { ArrowLayer } from "./arrow-layer.tsx";
import type { ChartDrawingProps } from "./chart-drawing.tsx";
import { ChartMap } from "./chart-map.tsx";
import { type MoveKey, neighbourOf, nestedOf } from "./neighbour-of.ts";
import { StateButtons } from "./state-buttons.tsx";
import { StateLayer } from "./state-layer.tsx";
import { Tokens } from "./tokens.tsx";
import { fittingViewport, showingViewport } from "./viewport.ts";

/** A chart with more states than this has a map of itself in its corner. */
const MINIMAP_FROM = 40;
const ZOOM_MIN = 0.15;
const ZOOM_MAX = 2;
/** At first a chart is shown whole down to this zoom, and a larger one only in part; `0` shows all of it. */
const FIRST_MIN = 0.48;

interface CanvasProps extends ChartDrawingProps {
  readonly layout: ChartLayout;
  readonly marks: ChartMarks;
}

/** React Flow's badge would lie over the chart; the README names it instead. */
const NO_BADGE = { hideAttribution: true } as const;

/** React Flow pans and zooms; it knows nothing of states and arrows, so that it measures none. */
const NONE: never[] = [];

/** The drawing on a surface that pans and zooms. */
export function ChartCanvas(props: CanvasProps) {
  const { layout, marks, selected, onSelect, keys = true, whole = false } = props;
  const wrapper = useRef<HTMLDivElement>(null);
  const { fit, show, zoomIn, zoomOut, onMoved } = useViewport(
    layout,
    marks,
    wrapper,
    whole ? ZOOM_MIN : FIRST_MIN,
    selected,
  );
  const move = useArrowMoves(layout, show, wrapper);
  useEffect(() => {
    if (selected !== undefined) show(selected); // also one that a link names
  }, [selected, show]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form controls, not the states of a chart
    <div
      ref={wrapper}
      className="chart-drawing relative min-h-40 flex-1"
      onKeyDown={move}
      role="group"
      aria-roledescription="chart"
      aria-label={`Chart ${layout.id}`}
    >
      <ReactFlow
        nodes={NONE}
        edges={NONE}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        elementsSelectable={false}
        zoomOnDoubleClick={false}
        minZoom={ZOOM_MIN}
        maxZoom={ZOOM_MAX}
        disableKeyboardA11y
        proOptions={NO_BADGE}
        onMoveStart={(event) => event && onMoved()}
      >
        <ViewportPortal>
          <StateLayer layout={layout} marks={marks} />
          <ArrowLayer layout={layout} marks={marks} hasInstance={hasInstance(marks)} />
          <StateButtons layout={layout} marks={marks} selected={selected} onSelect={onSelect} />
          <Tokens layout={layout} marks={marks} />
        </ViewportPortal>
        {layout.nodes.length > MINIMAP_FROM && (
          <ChartMap layout={layout} marks={marks} onMoved={onMoved} />
        )}
        <Panel position="bottom-left" className="m-2! flex rounded-2 bg-surface shadow-2">
          <IconButton glyph="minus" label="Zoom out" onClick={() => zoomOut()} />
          <IconButton glyph="plus" label="Zoom in" onClick={() => zoomIn()} />
          <IconButton glyph="fit" label="Fit" onClick={() => fit()} />
        </Panel>
      </ReactFlow>
      {keys && <ZoomKeys fit={fit} zoomIn={zoomIn} zoomOut={zoomOut} />}
    </div>
  );
}

function ZoomKeys(props: {
  readonly fit: () => void;
  readonly zoomIn: () => void;
  readonly zoomOut: () => void;
}) {
  const zoom = (keys: string, label: string, run: () => void) => ({
    keys,
    label,
    group: "Chart",
    run: () => run(),
  });
  useKeys([
    zoom("+", "zoom in", props.zoomIn),
    zoom("=", "zoom in", props.zoomIn),
    zoom("-", "zoom out", props.zoomOut),
    zoom("0", "fit the chart", props.fit),
  ]);
  return null;
}

/** Fitting the chart into its place, and keeping it fitted when that place changes, until somebody moves it. */
function useViewport(
  layout: ChartLayout,
  marks: ChartMarks,
  wrapper: React.RefObject<HTMLDivElement | null>,
  firstZoomMin: number,
  selected: string | undefined,
) {
  const { setViewport, getViewport, zoomIn, zoomOut } = useReactFlow();
  const latestTokens = useRef(marks.tokens);
  latestTokens.current = marks.tokens;
  const latestSelected = useRef(selected);
  latestSelected.current = selected;
  const wasMoved = useRef(false);

  const fit = useCallback(
    (zoomMin = ZOOM_MIN) => {
      const box = wrapper.current;
      if (!box) return;
      const focused = latestSelected.current ? [latestSelected.current] : latestTokens.current;
      void setViewport(fittingViewport(layout, box, zoomMin, focused));
    },
    [setViewport, layout, wrapper],
  );
  const show = useCallback(
    (path: string) => {
      const node = layout.nodes.find((one) => one.path === path);
      const box = wrapper.current;
      if (node && box) void setViewport(showingViewport(node.box, box, getViewport()));
    },
    [layout, getViewport, setViewport, wrapper],
  );
  useEffect(() => {
    const box = wrapper.current;
    if (!box) return;
    const observer = new ResizeObserver(() => wasMoved.current || fit(firstZoomMin));
    observer.observe(box);
    return () => observer.disconnect();
  }, [fit, wrapper, firstZoomMin]);
  const onMoved = useCallback(() => {
    wasMoved.current = true;
  }, []);
  return {
    fit,
    show,
    zoomIn: () => void zoomIn(),
    zoomOut: () => void zoomOut(),
    onMoved,
  } as const;
}

const MOVES = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]);

/** Arrow keys go from state to state along the arrows, with Shift out of a container and into it; the focus goes with them. */
function useArrowMoves(
  layout: ChartLayout,
  show: (path: string) => void,
  wrapper: React.RefObject<HTMLDivElement | null>,
) {
  return (event: KeyboardEvent) => {
    if (!MOVES.has(event.key) || !(event.target instanceof HTMLElement)) return;
    if (event.altKey || event.metaKey || event.ctrlKey) return; // the browser's own, such as the way back
    const path = event.target.dataset.state;
    if (path === undefined) return;
    const turn = event.shiftKey ? nestedOf : neighbourOf;
    const next = turn(layout, path, event.key as MoveKey);
    if (next === undefined) return;
    event.preventDefault();
    show(next);
    wrapper.current
      ?.querySelector<HTMLElement>(`[data-state="${CSS.escape(next)}"]`)
      ?.focus({ preventScroll: true });
  };
}
