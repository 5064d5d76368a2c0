"use client";

import { type RefObject, useEffect, useState } from "react";
import { type Box, overlap } from "../../../lib/geometry.ts";

/** So far beyond the edges things are drawn, so that scrolling does not show them appear. */
const MARGIN = 400;
/** The view is looked at again after so much scrolling, not at each pixel. */
const GRAIN = 120;

/** The part of the drawing in sight, in its own pixels; `undefined` before it is known, when everything is drawn. */
export function useView(scroller: RefObject<HTMLElement | null>, zoom: number): Box | undefined {
  const [view, setView] = useState<Box>();
  useEffect(() => {
    const place = scroller.current;
    if (!place) return;
    const look = () => {
      const grain = (value: number) => Math.round(value / GRAIN) * GRAIN;
      const next = {
        x: grain(place.scrollLeft) / zoom,
        y: grain(place.scrollTop) / zoom,
        width: place.clientWidth / zoom,
        height: place.clientHeight / zoom,
      };
      setView((old) =>
        old &&
        old.x === next.x &&
        old.y === next.y &&
        old.width === next.width &&
        old.height === next.height
          ? old
          : next,
      );
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(place);
    place.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      place.removeEventListener("scroll", look);
    };
  }, [scroller, zoom]);
  return view;
}

/** Whether something is in sight or near it. */
export function isInView(box: Box, view: Box | undefined): boolean {
  return view === undefined || overlap(box, view, MARGIN);
}
