"use client";

import { type ReactNode, useId } from "react";
import { cx } from "../lib/cx.ts";

/** Words that appear over a control on hover and on focus, and describe it. Never the only place of a fact. */
export function Tooltip(props: {
  readonly words: ReactNode;
  readonly side?: "top" | "bottom";
  readonly children: ReactNode;
  readonly className?: string;
}) {
  const id = useId();
  const side = props.side ?? "top";
  return (
    <span aria-describedby={id} className={cx("group/tip relative inline-flex", props.className)}>
      {props.children}
      <span
        id={id}
        role="tooltip"
        className={cx(
          "pointer-events-none absolute left-1/2 z-30 w-max max-w-72 -translate-x-1/2 rounded-2 bg-surface px-2 py-1 text-12 text-ink opacity-0 shadow-2 delay-300 group-focus-within/tip:opacity-100 group-hover/tip:opacity-100",
          side === "top" ? "bottom-[calc(100%+6px)]" : "top-[calc(100%+6px)]",
        )}
      >
        {props.words}
      </span>
    </span>
  );
}
