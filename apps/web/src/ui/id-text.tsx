"use client";

import { cutMiddle } from "../lib/cut-middle.ts";
import { cx } from "../lib/cx.ts";
import { COPY_WORDS, useCopy } from "../lib/use-copy.ts";
import { Glyph } from "./glyph.tsx";

const GLYPHS = { idle: "copy", copied: "check", failed: "x" } as const;
const HUES = {
  idle: "text-ink-3 opacity-0 group-hover/id:opacity-100",
  copied: "text-green",
  failed: "text-red",
} as const;

/** An id, cut in its middle, with the whole on hover and in its accessible name. Clicking copies it. */
export function IdText(props: {
  readonly id: string;
  readonly lengthMax?: number;
  readonly copy?: boolean;
  readonly className?: string;
}) {
  const { id, lengthMax, copy = true, className } = props;
  const text = <span aria-hidden="true">{cutMiddle(id, lengthMax)}</span>;
  if (!copy) {
    return (
      <span title={id} className={cx("mono", className)}>
        {text}
        <span className="sr-only">{id}</span>
      </span>
    );
  }
  return <CopyableId id={id} className={className} text={text} />;
}

function CopyableId(props: {
  readonly id: string;
  readonly className?: string;
  readonly text: React.ReactNode;
}) {
  const { state, copy } = useCopy();
  return (
    <button
      type="button"
      title={props.id}
      aria-label={`Copy ${props.id}`}
      onClick={() => void copy(props.id)}
      className={cx("group/id mono inline-flex items-center gap-1 text-left", props.className)}
    >
      {props.text}
      <Glyph
        name={GLYPHS[state]}
        size="xs"
        className={cx(HUES[state], "group-focus-visible/id:opacity-100")}
      />
      <span role="status" className="sr-only">
        {COPY_WORDS[state]}
      </span>
    </button>
  );
}
