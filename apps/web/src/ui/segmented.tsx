"use client";

import { cx } from "../lib/cx.ts";
import { Glyph } from "./glyph.tsx";
import type { GlyphName } from "./glyph-shapes.tsx";

/** One choice of a segmented control; with `iconOnly` the words are only its name. */
export interface Segment<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly glyph?: GlyphName;
  readonly iconOnly?: boolean;
}

/** A choice of few, all in sight. */
export function Segmented<Value extends string>(props: {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly Segment<Value>[];
  readonly onChange: (value: Value) => void;
  readonly fill?: boolean;
  readonly className?: string;
}) {
  return (
    <fieldset
      aria-label={props.label}
      className={cx(
        "inline-flex items-stretch rounded-2 bg-surface-3 p-0.5",
        props.fill && "w-full",
        props.className,
      )}
    >
      {props.options.map(({ value, label, glyph, iconOnly }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === props.value}
          aria-label={iconOnly ? label : undefined}
          title={iconOnly ? label : undefined}
          onClick={() => props.onChange(value)}
          className={cx(
            "inline-flex h-6 items-center justify-center gap-1.5 rounded-1 text-12 font-medium",
            props.fill ? "flex-1" : "px-[9px]",
            value === props.value
              ? "bg-surface text-ink ring ring-line-strong"
              : "text-ink-2 hover:text-ink",
          )}
        >
          {glyph && <Glyph name={glyph} size="sm" />}
          {!iconOnly && label}
        </button>
      ))}
    </fieldset>
  );
}
