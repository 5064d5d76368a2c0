"use client";

import { useEffect, useState } from "react";
import { cx } from "../lib/cx.ts";

/** Before this nobody notices a wait; showing bars earlier only flickers. */
const BARS_AFTER_MS = 150;
/** From here on a person wants to know that time is passing. */
const ELAPSED_AFTER_MS = 500;
const TICK_MS = 100;

const WIDTHS = [82, 64, 74, 58, 70, 46, 78, 60] as const;

function useElapsedMs(): number {
  const [elapsedMs, setElapsedMs] = useState(0);
  useEffect(() => {
    const startedAt = performance.now();
    const timer = setInterval(() => setElapsedMs(performance.now() - startedAt), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return elapsedMs;
}

/** Grey bars of the final layout after 150 ms, and the time that has passed after 500 ms. */
export function LoadingState(props: {
  /** What is being read: "Reading letters". */
  readonly label: string;
  readonly rows?: number;
  readonly className?: string;
}) {
  const elapsedMs = useElapsedMs();
  return (
    <div role="status" aria-busy="true" className={cx("min-h-16 p-3.5 text-12", props.className)}>
      <div className="flex text-ink-3">
        <span className={elapsedMs < BARS_AFTER_MS ? "sr-only" : undefined}>{props.label}</span>
        {elapsedMs >= ELAPSED_AFTER_MS && (
          <span className="ml-auto" aria-hidden="true">
            {(elapsedMs / 1000).toFixed(1)} s
          </span>
        )}
      </div>
      {elapsedMs >= BARS_AFTER_MS && <SkeletonRows rows={props.rows ?? 6} />}
    </div>
  );
}

function SkeletonRows({ rows }: { readonly rows: number }) {
  return Array.from({ length: rows }, (_, row) => (
    <div
      // biome-ignore lint/suspicious/noArrayIndexKey: the bars are all alike
      key={row}
      className="my-[10.5px] h-[9px] rounded-1 bg-surface-3"
      style={{ width: `${WIDTHS[row % WIDTHS.length]}%` }}
    />
  ));
}
