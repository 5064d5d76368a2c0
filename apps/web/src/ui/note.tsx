import type { ReactNode } from "react";
import { cx } from "../lib/cx.ts";
import { Glyph } from "./glyph.tsx";
import type { GlyphName } from "./glyph-shapes.tsx";

const KINDS = {
  warn: { box: "bg-amber-tint inset-ring-amber-line", hue: "text-amber", glyph: "alert" },
  bad: { box: "bg-red-tint inset-ring-red-line", hue: "text-red", glyph: "alert" },
  good: { box: "bg-green-tint inset-ring-green-line", hue: "text-green", glyph: "st-done" },
  info: { box: "bg-surface-2 inset-ring-line-strong", hue: "text-ink-2", glyph: "info" },
} as const satisfies Record<string, { box: string; hue: string; glyph: GlyphName }>;

/** A banner: what is so, in one bold sentence, and what it means. `warn` and `bad` are announced. */
export function Note(props: {
  readonly kind: keyof typeof KINDS;
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  readonly className?: string;
}) {
  const { box, hue, glyph } = KINDS[props.kind];
  const urgent = props.kind === "bad" || props.kind === "warn";
  return (
    <div
      role={urgent ? "alert" : "note"}
      className={cx(
        "flex gap-[9px] rounded-2 px-[11px] py-2 text-12 inset-ring",
        box,
        props.className,
      )}
    >
      <Glyph name={glyph} className={cx("mt-px", hue)} />
      <div className="min-w-0 flex-1">
        {props.title && <b className="font-strong">{props.title} </b>}
        {props.children}
      </div>
      {props.action && <div className="flex-none self-center">{props.action}</div>}
    </div>
  );
}
