import type { ReactNode } from "react";
import { cx } from "../lib/cx.ts";
import { Glyph } from "./glyph.tsx";
import type { GlyphName } from "./glyph-shapes.tsx";
import { lookOf, STATES, type StateName, TONE_CHIP, TONE_TEXT, type Tone } from "./state-table.ts";

/** A small neutral label: a version, a type, a count. `outlined` marks one that leads somewhere, such as a subject. */
export function Chip(props: {
  readonly children: ReactNode;
  readonly glyph?: GlyphName;
  readonly mono?: boolean;
  readonly outlined?: boolean;
  readonly tone?: Tone;
  readonly title?: string;
  readonly className?: string;
}) {
  const { children, glyph, mono, outlined, tone, title, className } = props;
  return (
    <span
      title={title}
      className={cx(
        "inline-flex h-5 items-center gap-[5px] rounded-1 px-[7px] font-medium whitespace-nowrap inset-ring",
        mono ? "mono font-book" : "text-11",
        mono && "text-[11px]",
        tone
          ? TONE_CHIP[tone]
          : outlined
            ? "bg-surface text-ink-2 inset-ring-line-strong"
            : "bg-surface-2 text-ink-2 inset-ring-line",
        className,
      )}
    >
      {glyph && <Glyph name={glyph} size="xs" />}
      {children}
    </span>
  );
}

/** A chip with a hue of its own, for what is not a state of the table: "1 cause not recorded", "2 breaking". */
export function ToneChip(props: {
  readonly tone: Tone;
  readonly glyph?: GlyphName;
  readonly children: ReactNode;
  readonly className?: string;
}) {
  return (
    <span
      className={cx(
        "inline-flex h-5.5 items-center gap-1.5 rounded-1 pr-2 pl-1.5 text-12 font-strong whitespace-nowrap inset-ring",
        TONE_CHIP[props.tone],
        props.className,
      )}
    >
      {props.glyph && <Glyph name={props.glyph} size="sm" />}
      {props.children}
    </span>
  );
}

/** The chip of a state: its glyph, its hue and its word, or other words about it ("1 dead letter"). */
export function StateChip(props: {
  readonly state: StateName;
  readonly children?: ReactNode;
  readonly className?: string;
}) {
  const look = lookOf(props.state);
  return (
    <ToneChip tone={look.tone} glyph={look.glyph} className={props.className}>
      {props.children ?? look.label}
    </ToneChip>
  );
}

/** Only the glyph of a state, in its hue; its word is the accessible name unless `decorative`. */
export function StateGlyph(props: {
  readonly state: StateName;
  readonly size?: "md" | "sm" | "xs";
  readonly decorative?: boolean;
  readonly className?: string;
}) {
  const { label, tone, glyph } = STATES[props.state];
  return (
    <Glyph
      name={glyph}
      size={props.size ?? "sm"}
      className={cx(TONE_TEXT[tone], props.className)}
      label={props.decorative ? undefined : label}
    />
  );
}
