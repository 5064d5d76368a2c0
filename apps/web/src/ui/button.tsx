import Link from "next/link";
import type { ButtonHTMLAttributes, ComponentProps, ReactNode } from "react";
import { cx } from "../lib/cx.ts";
import { useHydrated } from "../lib/use-hydrated.ts";
import { Glyph } from "./glyph.tsx";
import type { GlyphName } from "./glyph-shapes.tsx";

/** `solid` is the one primary button of a view, `danger` is only for what cannot be taken back. */
export type ButtonKind = "plain" | "solid" | "danger" | "ghost";

interface Look {
  readonly kind?: ButtonKind;
  readonly size?: "md" | "sm";
  /** A glyph before the words. */
  readonly glyph?: GlyphName;
  /** A glyph after the words, such as `arrow` or `down`. */
  readonly after?: GlyphName;
  readonly children?: ReactNode;
}

const KINDS = {
  plain: "border-line-strong bg-surface shadow-1 hover:bg-surface-2",
  solid: "border-transparent bg-solid text-on-solid hover:opacity-90",
  danger: "border-transparent bg-danger-solid text-on-danger hover:opacity-90",
  ghost: "border-transparent text-ink-2 hover:bg-surface-3",
} as const satisfies Record<ButtonKind, string>;

const DISABLED =
  "disabled:cursor-not-allowed disabled:text-ink-3 disabled:shadow-none disabled:hover:opacity-100";
const DISABLED_FILL = "disabled:border-line disabled:bg-surface-2";

function buttonClass(kind: ButtonKind, size: "md" | "sm", iconOnly: boolean): string {
  return cx(
    "inline-flex flex-none items-center justify-center rounded-2 border font-medium whitespace-nowrap",
    size === "md" ? "h-7.5 gap-[7px] text-13" : "h-6.5 gap-1.5 text-12",
    iconOnly ? (size === "md" ? "w-7.5" : "w-6.5") : size === "md" ? "px-[11px]" : "px-[9px]",
    KINDS[kind],
    DISABLED,
    kind !== "ghost" && DISABLED_FILL,
  );
}

function Content({ glyph, after, size, children }: Look) {
  return (
    <>
      {glyph && <Glyph name={glyph} size="sm" />}
      {children}
      {after && <Glyph name={after} size={size === "sm" ? "xs" : "sm"} />}
    </>
  );
}

/**
 * A button; its words are a verb with its object. One that submits waits for React: a browser that sends a form by
 * itself puts its fields into the address, passwords too, and does so for Enter as well unless the button is disabled.
 */
export function Button({
  kind = "plain",
  size = "md",
  glyph,
  after,
  className,
  children,
  type = "button",
  disabled,
  ...rest
}: Look & ButtonHTMLAttributes<HTMLButtonElement>) {
  const waits = !useHydrated() && type === "submit";
  return (
    <button
      type={type}
      className={cx(buttonClass(kind, size, false), className)}
      disabled={disabled || waits}
      {...rest}
    >
      <Content glyph={glyph} after={after} size={size}>
        {children}
      </Content>
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  kind = "plain",
  size = "md",
  glyph,
  after,
  className,
  children,
  ...rest
}: Look & ComponentProps<typeof Link>) {
  return (
    <Link className={cx(buttonClass(kind, size, false), className)} {...rest}>
      <Content glyph={glyph} after={after} size={size}>
        {children}
      </Content>
    </Link>
  );
}

/** A button that shows only a glyph; `label` is its name for everyone who cannot see it, and its tooltip. */
export function IconButton({
  label,
  glyph,
  kind = "ghost",
  size = "sm",
  className,
  type = "button",
  ...rest
}: {
  readonly label: string;
  readonly glyph: GlyphName;
  readonly kind?: ButtonKind;
  readonly size?: "md" | "sm";
} & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={cx(buttonClass(kind, size, true), className)}
      {...rest}
    >
      <Glyph name={glyph} size="sm" />
    </button>
  );
}
