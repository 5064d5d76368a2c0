"use client";

import { type ReactNode, useMemo, useState } from "react";
import { cx } from "../lib/cx.ts";
import { formatCount } from "../lib/format-number.ts";
import { Button } from "./button.tsx";
import { Glyph } from "./glyph.tsx";
import { inline, type JsonToken, type JsonTokenKind, jsonLines } from "./json-lines.ts";

/** More lines than this are shown on demand, so that one large envelope does not hold up a page. */
const LINES_MAX = 300;

const HUES = {
  key: "text-ink-2",
  string: "text-green",
  literal: "text-blue",
  mark: "text-ink-3",
  mask: "",
} as const satisfies Record<JsonTokenKind, string>;

const MONO = "font-mono text-[11.5px] leading-[18px] tracking-[-.015em] whitespace-pre";

/** A chip in place of a value that was taken out before it came here; it does not tell the value's length. */
export function Mask({ children = "redacted" }: { readonly children?: ReactNode }) {
  return (
    <span className="mx-px inline-flex h-[15px] items-center gap-1 rounded-[3px] bg-surface-3 px-[5px] align-[-3px] font-sans text-[10px] leading-[15px] font-medium text-ink-2">
      <Glyph name="lock" className="size-2.5!" />
      {children}
    </span>
  );
}

/** JSON in colours, with redacted values as chips. */
export function JsonView(props: {
  readonly value: unknown;
  readonly widthMax?: number;
  readonly className?: string;
}) {
  const lines = useMemo(
    () => jsonLines(props.value, props.widthMax),
    [props.value, props.widthMax],
  );
  const [whole, setWhole] = useState(false);
  const shown = whole ? lines : lines.slice(0, LINES_MAX);
  return (
    <div className={props.className}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll sideways, also by keyboard */}
      <pre tabIndex={0} className={cx(MONO, "overflow-x-auto")}>
        {shown.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
          <div key={index} style={{ paddingLeft: `${line.depth * 2}ch` }}>
            <Tokens tokens={line.tokens} />
          </div>
        ))}
      </pre>
      {shown.length < lines.length && (
        <Button size="sm" className="mt-2" onClick={() => setWhole(true)}>
          Show all {formatCount(lines.length)} lines
        </Button>
      )}
    </div>
  );
}

/** One value on one line; `plain` leaves the colours out, as on a tint that is a colour itself. */
export function JsonInline(props: { readonly value: unknown; readonly plain?: boolean }) {
  return (
    <span className={MONO}>
      <Tokens tokens={inline(props.value)} plain={props.plain} />
    </span>
  );
}

function Tokens(props: { readonly tokens: readonly JsonToken[]; readonly plain?: boolean }) {
  const { tokens, plain } = props;
  return tokens.map(({ kind, text }, index) =>
    kind === "mask" ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a token is its place
      <Mask key={index}>{text}</Mask>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a token is its place
      <span key={index} className={plain ? undefined : HUES[kind]}>
        {text}
      </span>
    ),
  );
}
