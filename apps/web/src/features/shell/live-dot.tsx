"use client";

import { cx } from "../../lib/cx.ts";
import { useShell } from "./shell-context.ts";

const LOOKS = {
  connecting: {
    word: "Connecting",
    dot: "bg-surface ring-2 ring-inset ring-line-control",
    hint: "The live stream is being opened.",
  },
  live: {
    word: "Live",
    dot: "live-dot bg-green shadow-[0_0_0_3px_var(--green-tint)]",
    hint: "Changes are shown as they are committed. Click to pause.",
  },
  paused: {
    word: "Paused",
    dot: "bg-surface ring-2 ring-inset ring-ink-3",
    hint: "Changes wait. Click to follow again.",
  },
  stale: {
    word: "Not live",
    dot: "bg-amber shadow-[0_0_0_3px_var(--amber-tint)]",
    hint: "The live stream broke; trying again.",
  },
} as const;

/** Whether the page is live, and the switch between following and pausing. */
export function LiveDot() {
  const { live, onToggleLive, waiting = [] } = useShell();
  const { word, dot, hint } = LOOKS[live];
  return (
    <button
      type="button"
      onClick={onToggleLive}
      disabled={!onToggleLive}
      title={hint}
      aria-pressed={live !== "paused"}
      className={cx(
        "inline-flex h-6.5 flex-none items-center gap-[7px] rounded-2 px-[9px] text-12 whitespace-nowrap",
        live === "stale" ? "text-amber" : "text-ink-2",
        onToggleLive && "hover:bg-surface-3",
      )}
    >
      <span className={cx("size-[7px] rounded-full", dot)} />
      <span role="status">
        {word}
        {live === "paused" && waiting.length > 0 && (
          <span className="text-amber">: {waitingWords(waiting)}</span>
        )}
      </span>
    </button>
  );
}

/** `instances and dead letters changed`. */
function waitingWords(waiting: readonly string[]): string {
  const last = waiting.at(-1);
  const words = waiting.length > 1 ? `${waiting.slice(0, -1).join(", ")} and ${last}` : last;
  return `${words} changed`;
}
