"use client";

import { Panel, type ReactFlowState, useReactFlow, useStore } from "@xyflow/react";
import { memo, type PointerEvent, useEffect, useRef } from "react";
import type { ChartLayout } from "../layout/chart-layout.ts";
import type { ChartMarks } from "../marks/chart-marks.ts";
import { centredOn, mapShapes, outOfSight } from "./map-shapes.ts";

/** A turn of the wheel by this many pixels doubles the zoom or halves it. */
const WHEEL_PX = 300;

/** All of a large chart in a corner of it, with what is in sight: a press or a drag looks there, the wheel zooms. */
export function ChartMap(props: {
  readonly layout: ChartLayout;
  readonly marks: ChartMarks;
  /** Somebody has chosen what to look at. */
  readonly onMoved: () => void;
}) {
  const { layout, marks, onMoved } = props;
  const map = useRef<SVGSVGElement>(null);
  const { getZoom, setViewport, zoomTo } = useReactFlow();
  const place = usePlace();
  const look = (event: PointerEvent<SVGSVGElement>) => {
    const matrix = map.current?.getScreenCTM();
    if (event.buttons !== 1 || !matrix) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    onMoved();
    void setViewport(centredOn(at, place, getZoom()));
  };
  useEffect(() => {
    const element = map.current;
    if (!element) return;
    const zoom = (event: WheelEvent) => {
      event.preventDefault(); // the page would scroll as well
      onMoved();
      void zoomTo(getZoom() * 2 ** (-event.deltaY / WHEEL_PX));
    };
    element.addEventListener("wheel", zoom, { passive: false });
    return () => element.removeEventListener("wheel", zoom);
  }, [getZoom, zoomTo, onMoved]);
  return (
    <Panel position="bottom-right" className="rounded-2 bg-surface shadow-2">
      <svg
        ref={map}
        width={180}
        height={96}
        viewBox={`0 0 ${layout.width} ${layout.height}`}
        role="img"
        aria-label="Map of the chart"
        className="nopan nowheel block cursor-pointer touch-none"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          look(event);
        }}
        onPointerMove={look}
      >
        <MapStates layout={layout} marks={marks} />
        <OutOfSight layout={layout} />
      </svg>
    </Panel>
  );
}

const MapStates = memo(function MapStates(props: {
  readonly layout: ChartLayout;
  readonly marks: ChartMarks;
}) {
  return mapShapes(props.layout, props.marks).map(({ colour, path }) => (
    <path key={colour} d={path} fill={colour} />
  ));
});

function OutOfSight({ layout }: { readonly layout: ChartLayout }) {
  const [x, y, zoom] = useStore(transformOf);
  return (
    <path
      d={outOfSight(layout, usePlace(), { x, y, zoom })}
      fill="color-mix(in srgb, var(--bg) 70%, transparent)"
      fillRule="evenodd"
    />
  );
}

function usePlace() {
  return { clientWidth: useStore(widthOf), clientHeight: useStore(heightOf) };
}

const transformOf = ({ transform }: ReactFlowState) => transform;
const widthOf = ({ width }: ReactFlowState) => width;
const heightOf = ({ height }: ReactFlowState) => height;
