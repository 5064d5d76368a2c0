import { cx } from "../lib/cx.ts";
import { Glyph } from "./glyph.tsx";
import type { GlyphName } from "./glyph-shapes.tsx";
import { TONE_TEXT, type Tone } from "./state-table.ts";

/** What something came to, or would: one line that is read first. */
export interface Verdict {
  readonly title: string;
  readonly detail: string;
  readonly tone: Extract<Tone, "green" | "teal" | "amber" | "red" | "plain">;
  readonly glyph: GlyphName;
}

const TONES = {
  green: "bg-green-tint border-green-line",
  teal: "bg-teal-tint border-teal-line",
  amber: "bg-amber-tint border-amber-line",
  red: "bg-red-tint border-red-line",
  plain: "bg-surface-2 border-line",
} as const satisfies Record<Verdict["tone"], string>;

/** A verdict over what explains it; it is read out when it changes. */
export function VerdictBanner(props: {
  readonly verdict: Verdict;
  /** How far it is set in, in line with what stands below; 14 px by default. */
  readonly className?: string;
}) {
  const { title, detail, tone, glyph } = props.verdict;
  return (
    <div
      role="status"
      className={cx(
        "flex items-center gap-2.5 border-b py-2.5",
        TONES[tone],
        props.className ?? "px-3.5",
      )}
    >
      <Glyph name={glyph} className={cx("size-5!", TONE_TEXT[tone])} />
      <div className="min-w-0">
        <b className="block text-[15px] leading-5 font-semibold tracking-[-.01em]">{title}</b>
        <span className="block text-12 leading-[17px] break-words text-ink-2">{detail}</span>
      </div>
    </div>
  );
}
