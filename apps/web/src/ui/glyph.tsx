import { cx } from "../lib/cx.ts";
import { GLYPH_SHAPES, type GlyphName } from "./glyph-shapes.tsx";

/** 16, 14 and 12 px; the smallest has a heavier line so that it keeps its weight. */
const SIZES = { md: "size-4", sm: "size-3.5", xs: "size-3 [stroke-width:1.75]" } as const;

/** What a glyph needs; without a `label` it is decoration and hidden from assistive technology. */
export interface GlyphProps {
  readonly name: GlyphName;
  readonly size?: keyof typeof SIZES;
  readonly className?: string;
  readonly label?: string;
}

/** A drawing in the current text colour. */
export function Glyph({ name, size = "md", className, label }: GlyphProps) {
  return (
    <svg
      viewBox="0 0 16 16"
      className={cx("glyph", SIZES[size], className)}
      role={label ? "img" : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      {GLYPH_SHAPES[name]}
    </svg>
  );
}

/** The same drawing inside another SVG, with its top left corner at `x`, `y` and `size` pixels wide. */
export function GlyphMark(props: {
  readonly name: GlyphName;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly className?: string;
}) {
  const { name, x, y, size, className } = props;
  return (
    <g className={cx("glyph", className)} transform={`translate(${x} ${y}) scale(${size / 16})`}>
      {GLYPH_SHAPES[name]}
    </g>
  );
}
