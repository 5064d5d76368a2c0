import type { CheckLine } from "../lib/check-lines.ts";
import { cx } from "../lib/cx.ts";
import { Glyph } from "./glyph.tsx";
import type { GlyphName } from "./glyph-shapes.tsx";

const KINDS = {
  fine: { glyph: "check", hue: "text-green", word: "fine" },
  warning: { glyph: "alert", hue: "text-amber", word: "warning" },
  refusal: { glyph: "x", hue: "text-red", word: "refused" },
} as const satisfies Record<CheckLine["kind"], { glyph: GlyphName; hue: string; word: string }>;

/** An item of a list of what was looked at; what is not fine stands out. */
export function CheckItem(props: { readonly line: CheckLine; readonly className?: string }) {
  const { kind, text } = props.line;
  const { glyph, hue, word } = KINDS[kind];
  return (
    <li className={cx("flex min-w-0 items-start gap-[7px]", props.className)}>
      <Glyph name={glyph} size="sm" className={cx("mt-0.5", hue)} label={word} />
      <span className={cx("min-w-0", kind !== "fine" && "font-strong")}>{text}</span>
    </li>
  );
}
