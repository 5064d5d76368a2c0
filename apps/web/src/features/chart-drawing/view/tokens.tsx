import type { ChartLayout } from "../layout/chart-layout.ts";
import type { ChartMarks } from "../marks/chart-marks.ts";
import { tokensOf } from "./styled-chart.ts";

/** The tokens of an instance, each on its state; they move as it does. */
export function Tokens(props: { readonly layout: ChartLayout; readonly marks: ChartMarks }) {
  return tokensOf(props.layout, props.marks).map(({ key, path, x, y, hue }) => (
    <span
      key={key}
      className="token"
      data-token={path}
      style={{
        transform: `translate(${x}px, ${y}px)`,
        zIndex: 4,
        ["--token" as string]: hue,
      }}
    />
  ));
}
