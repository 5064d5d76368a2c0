/** Zooms that the keys and buttons go through; 1 is the size the map is drawn for. */
const STEPS = [0.3, 0.4, 0.5, 0.6, 0.75, 0.9, 1, 1.2, 1.5] as const;
export const ZOOM_MIN = STEPS[0];

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The zoom at which the whole map is in sight: never larger than life, and not so small that nothing can be read. */
export function zoomToFit(map: Size, place: Size): number {
  const whole = Math.min(place.width / map.width, place.height / map.height, 1);
  return Math.max(Math.floor(whole * 100) / 100, ZOOM_MIN);
}

/** The next larger or smaller step from a zoom, which may lie between two; the last one stays. */
export function nextZoom(zoom: number, direction: "in" | "out"): number {
  const next =
    direction === "in" ? STEPS.find((step) => step > zoom) : STEPS.findLast((step) => step < zoom);
  return next ?? zoom;
}
