"use client";

import { cx } from "../lib/cx.ts";
import { Button } from "./button.tsx";
import { CENTRED } from "./empty-state.tsx";
import { Glyph } from "./glyph.tsx";

/** What could not be read, in place of it. Never shown as an empty list: `consequence` says what may be there all the same. */
export function ErrorState(props: {
  /** For instance "Letters could not be read". */
  readonly title: string;
  /** For instance "The database did not answer in 5 s. There may be letters." */
  readonly consequence: string;
  readonly code?: string;
  readonly requestId?: string;
  readonly onRetry?: () => void;
  readonly className?: string;
}) {
  return (
    <div role="alert" className={cx(CENTRED, "bg-red-tint", props.className)}>
      <Glyph name="alert" className="mb-1.5 size-5.5! text-red" />
      <b className="text-13 font-strong">{props.title}</b>
      <span className="max-w-[46ch] text-ink-2">{props.consequence}</span>
      {props.onRetry && (
        <Button size="sm" className="mt-2" onClick={props.onRetry}>
          Try again
        </Button>
      )}
      {(props.code ?? props.requestId) && (
        <span className="mono mt-1 text-[10.5px] text-ink-3">
          {[props.code, props.requestId].filter(Boolean).join(" ")}
        </span>
      )}
    </div>
  );
}
