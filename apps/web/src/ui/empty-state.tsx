import type { ReactNode } from "react";
import { cx } from "../lib/cx.ts";
import { Glyph } from "./glyph.tsx";
import type { GlyphName } from "./glyph-shapes.tsx";
import { Time } from "./time.tsx";

/** Nothing is there, and that is known: one sentence, what it means, and when it was checked. */
export function EmptyState(props: {
  readonly title: string;
  readonly children?: ReactNode;
  readonly checkedAt?: Date;
  readonly action?: ReactNode;
  /** `filtered` says that filters hide what there is, `none` that nothing could be there: neither is a reason for a green tick. */
  readonly because?: "empty" | "filtered" | "none";
  readonly className?: string;
}) {
  const { because = "empty" } = props;
  return (
    <div className={cx(CENTRED, props.className)}>
      <Glyph
        name={GLYPHS[because]}
        className={cx("mb-1.5 size-5.5!", because === "empty" ? "text-green" : "text-ink-3")}
      />
      <b className="text-13 font-strong">{props.title}</b>
      {props.children && <span className="text-ink-2">{props.children}</span>}
      {props.checkedAt && (
        <span className="text-ink-3">
          Checked <Time at={props.checkedAt} show="age" />
        </span>
      )}
      {props.action && <span className="mt-2">{props.action}</span>}
    </div>
  );
}

const GLYPHS = {
  empty: "st-done",
  filtered: "filter",
  none: "minus",
} as const satisfies Record<string, GlyphName>;

/** A message in the middle of its region. */
export const CENTRED =
  "flex min-h-40 flex-1 flex-col items-center justify-center gap-[3px] p-3.5 text-center text-12 wrap-anywhere";
