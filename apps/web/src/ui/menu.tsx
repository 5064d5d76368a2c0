"use client";

import Link from "next/link";
import { type ReactNode, useEffect, useRef } from "react";
import { cx } from "../lib/cx.ts";
import { Glyph } from "./glyph.tsx";
import type { GlyphName } from "./glyph-shapes.tsx";
import { Kbd } from "./kbd.tsx";

/** A small panel behind a button. It closes on Escape, on a click elsewhere and when one of its entries is taken. */
export function Menu(props: {
  /** Its words name the menu. */
  readonly button: ReactNode;
  readonly buttonClassName?: string;
  readonly side?: "up" | "down";
  readonly align?: "left" | "right";
  /** Stays open when something in it is clicked: for boxes to tick and forms. */
  readonly stays?: boolean;
  readonly children: ReactNode;
}) {
  const ref = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const details = ref.current;
      if (!details?.open) return;
      if (event instanceof KeyboardEvent && event.key !== "Escape") return;
      if (event.type === "pointerdown" && details.contains(event.target as Node)) return;
      details.open = false;
      if (event instanceof KeyboardEvent) details.querySelector("summary")?.focus();
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("keydown", close);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("keydown", close);
    };
  }, []);
  return (
    <details ref={ref} className="group/menu relative">
      <summary
        className={cx("list-none [&::-webkit-details-marker]:hidden", props.buttonClassName)}
      >
        {props.button}
      </summary>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the entries are buttons and links, this only closes after them */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above */}
      <div
        onClick={() => {
          if (ref.current && !props.stays) ref.current.open = false;
        }}
        className={cx(
          "absolute z-20 w-58 rounded-3 bg-surface p-[5px] shadow-2",
          props.side === "up" ? "bottom-[calc(100%+6px)]" : "top-[calc(100%+6px)]",
          props.align === "right" ? "right-0" : "left-0",
        )}
      >
        {props.children}
      </div>
    </details>
  );
}

/** One entry of a menu: a link with `href`, else a button. */
export function MenuItem(props: {
  readonly children: ReactNode;
  readonly glyph?: GlyphName;
  readonly keys?: string;
  readonly href?: string;
  readonly onSelect?: () => void;
}) {
  const className =
    "flex h-7.5 w-full items-center gap-[9px] rounded-1 px-[9px] text-left hover:bg-surface-3";
  const content = (
    <>
      {props.glyph && <Glyph name={props.glyph} size="sm" className="text-ink-2" />}
      <span className="flex-1 truncate">{props.children}</span>
      {props.keys && <Kbd keys={props.keys} />}
    </>
  );
  return props.href ? (
    <Link href={props.href} className={className}>
      {content}
    </Link>
  ) : (
    <button type="button" onClick={props.onSelect} className={className}>
      {content}
    </button>
  );
}

/** A line between groups of entries. */
export function MenuSeparator() {
  return <div className="-mx-[5px] my-[5px] h-px bg-line" role="presentation" />;
}
