import { Fragment } from "react";
import { cx } from "@/lib/cx.ts";
import { ArrowLine } from "@/ui/arrow-line.tsx";
import { LINE_HEIGHT } from "../layout/layout-map.ts";
import type { MapLayout, PlacedBundle } from "../layout/map-layout.ts";

/** The arrows, those of the selected place over the others, and beside each what goes along it. */
export function MapArrows(props: {
  readonly layout: MapLayout;
  readonly selected: string | undefined;
}) {
  const { layout, selected } = props;
  const touches = ({ bundle }: PlacedBundle) => [bundle.from, bundle.to].includes(selected ?? "");
  const isFaint = (placed: PlacedBundle) => selected !== undefined && !touches(placed);
  const inOrder = [...layout.bundles].sort(
    (one, other) => Number(touches(one)) - Number(touches(other)),
  );
  return (
    <svg
      className="pointer-events-none absolute top-0 left-0 overflow-visible"
      width={layout.width}
      height={layout.height}
      aria-hidden="true"
    >
      {inOrder.map((placed) => (
        <g
          key={placed.bundle.id}
          data-arrow={placed.bundle.id}
          className={cx(
            "arrow",
            `a-${arrowOf(placed, touches(placed))}`,
            isFaint(placed) && "opacity-35",
          )}
        >
          <ArrowLine points={placed.points} />
        </g>
      ))}
      {inOrder.map((placed) => (
        <Lines key={placed.bundle.id} placed={placed} isFaint={isFaint(placed)} />
      ))}
    </svg>
  );
}

function arrowOf({ bundle }: PlacedBundle, isTouched: boolean): string {
  return isTouched && bundle.look === "rest" ? "visited" : bundle.look;
}

function Lines({ placed, isFaint }: { readonly placed: PlacedBundle; readonly isFaint: boolean }) {
  const { label, lines, bundle } = placed;
  if (label === undefined) return null;
  return (
    <text
      className={cx(
        "drawing-label",
        bundle.look === "failed" && "fill-red!",
        bundle.look === "warning" && "fill-amber!",
        isFaint && "fill-ink-3!",
      )}
    >
      {lines.map(({ text, count }, at) => (
        <Fragment key={text}>
          <tspan x={label.x + 4} y={label.y + 10.5 + at * LINE_HEIGHT}>
            {text}
          </tspan>
          <tspan dx={6} className="fill-ink-3">
            {count}
          </tspan>
        </Fragment>
      ))}
    </text>
  );
}
