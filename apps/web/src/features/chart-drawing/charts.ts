/** What the rest of the console may use of this feature. */
export type { ChartMarks } from "./marks/chart-marks.ts";
export { marksOf } from "./marks/marks-of.ts";
export { ChartCard } from "./view/chart-card.tsx";
export { ChartDrawing } from "./view/chart-drawing.tsx";
