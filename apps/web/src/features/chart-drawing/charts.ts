/** What the rest of the console may use of this feature. */
export { prepareLayouts } from "./layout/layout-in-worker.ts";
export type { ChartMarks } from "./marks/chart-marks.ts";
export { NO_MARKS } from "./marks/chart-marks.ts";
export { marksOf } from "./marks/marks-of.ts";
export { onlyHere } from "./marks/only-here.ts";
export { plannedMarks } from "./marks/planned-marks.ts";
export { ChartCard } from "./view/chart-card.tsx";
export { ChartDrawing } from "./view/chart-drawing.tsx";
