"use client";

import { memo } from "react";
import { cx } from "../../../lib/cx.ts";
import { formatCount, formatPlural } from "../../../lib/format-number.ts";
import { Glyph } from "../../../ui/glyph.tsx";
import { StateOutline } from "../../../ui/state-outline.tsx";
import type { Outline } from "../../../ui/state-table.ts";
import type { PlacedItem } from "../layout/conversation-layout.ts";
import type { GraphItem } from "../layout/fold-envelopes.ts";
import { ItemButton } from "./item-button.tsx";
import { itemWords } from "./item-words.ts";
import type { ItemProps } from "./use-canvas.ts";

interface BoxProps extends ItemProps {
  readonly placed: PlacedItem;
}

const OUTLINES = {
  recorded: "rest",
  waiting: "waiting",
  "dead-letter": "failed",
  expected: "possible",
  gap: "rest",
} as const satisfies Record<GraphItem["status"], Outline>;

/** One envelope, a stack of alike ones, or the place of one that is not recorded. Processed is the rule and carries no glyph. */
export const EnvelopeBox = memo(function EnvelopeBox(props: BoxProps) {
  const { placed, onPath } = props;
  const { item, box, prefix, word, seconds } = placed;
  const { status } = item;
  const outline = onPath && OUTLINES[status] === "rest" ? "visited" : OUTLINES[status];
  return (
    <div
      className="group absolute"
      style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
    >
      {item.kind === "stack" && <StackEdges box={box} />}
      {status === "gap" ? (
        <GapOutline box={box} />
      ) : (
        <StateOutline outline={outline} width={box.width} height={box.height} double={false} />
      )}
      <ItemButton
        {...props}
        item={item}
        label={itemWords(item, [prefix, word, seconds].filter(Boolean).join(" "))}
        className="relative flex h-full w-full flex-col justify-center rounded-2! px-[9px] text-left outline-offset-2"
      >
        {status === "gap" ? (
          <GapWords id={word} count={item.count} />
        ) : (
          <>
            <span className="w-full truncate font-mono text-10 leading-4 tracking-[-.02em] text-ink-2">
              {prefix || "\u00a0"}
            </span>{" "}
            <span className="flex w-full items-baseline gap-1">
              <b
                className={cx(
                  "min-w-0 flex-1 truncate text-12 leading-4 font-strong",
                  status === "expected" && "text-blue",
                )}
              >
                {word}
              </b>{" "}
              <span className="text-[10px] leading-4 text-ink-3">{seconds}</span>
            </span>
          </>
        )}
      </ItemButton>
      <Pills {...props} />
      <Captions placed={placed} />
    </div>
  );
});

function StackEdges({ box }: { readonly box: PlacedItem["box"] }) {
  return [6, 3].map((by) => (
    <span key={by} className="absolute" style={{ left: by, top: by }}>
      <StateOutline outline="rest" width={box.width} height={box.height} double={false} />
    </span>
  ));
}

function GapOutline({ box }: { readonly box: PlacedItem["box"] }) {
  return (
    <svg
      className="absolute inset-0 overflow-visible"
      width={box.width}
      height={box.height}
      aria-hidden="true"
    >
      <rect
        width={box.width}
        height={box.height}
        rx="6"
        fill="none"
        stroke="var(--line-control)"
        strokeDasharray="1.5 4"
        strokeLinecap="round"
      />
    </svg>
  );
}

function GapWords({ id, count }: { readonly id: string; readonly count: number }) {
  return (
    <span className="flex w-full items-start gap-1.5 text-ink-2">
      <Glyph name="gap" size="sm" className="mt-px" />
      <span className="min-w-0">
        <span className="block text-11 leading-[15px]">not recorded</span>
        <span className="block truncate font-mono text-[10px] leading-[14px] text-ink-3">
          {count === 1 ? id.slice(0, 8) : formatPlural(count, "cause")}
        </span>
      </span>
    </span>
  );
}

const PILL =
  "absolute inline-flex h-[18px] items-center gap-1 rounded-full border bg-surface px-[7px] text-10 leading-none whitespace-nowrap";

/** On the upper edge what became of it; on the lower one how many more a stack has, and how many follow a shut box. */
function Pills({ placed, onUnfold, onToggle }: BoxProps) {
  const { item } = placed;
  const { status, attempts } = item;
  return (
    <>
      {status === "dead-letter" && (
        <span className={cx(PILL, "-top-2.5 right-1.5 h-5 border-red text-red")}>
          <Glyph name="st-dead" size="sm" />
        </span>
      )}
      {status === "waiting" && (
        <span className={cx(PILL, "-top-2.5 right-1.5 h-5 border-teal text-teal")}>
          <Glyph name="st-waiting" size="sm" />
        </span>
      )}
      {attempts > 1 && status === "recorded" && (
        <span className={cx(PILL, "-top-2.5 right-1.5 border-line-control text-ink-2")}>
          {attempts} attempts
        </span>
      )}
      {item.group !== undefined && (
        <button
          type="button"
          tabIndex={-1} // "m" is the keyboard's way
          aria-label={`Show more of ${item.type}`}
          onClick={() => onUnfold(item.group ?? "")}
          className={cx(PILL, LOWER, "right-1.5")}
        >
          <Glyph name="plus" className="size-[11px]!" />
          {formatCount(item.count - 1)} more
        </button>
      )}
      {item.after > 0 && item.kind !== "expected" && <AfterPill item={item} onToggle={onToggle} />}
    </>
  );
}

const LOWER = "-bottom-[13px] h-5 border-line-control font-strong text-ink hover:bg-surface-2";

/** How many follow a shut box; beside an open one, under the pointer, a way to shut it. */
function AfterPill({ item, onToggle }: { readonly item: GraphItem } & Pick<BoxProps, "onToggle">) {
  const { isShut, after } = item;
  return (
    <button
      type="button"
      tabIndex={-1} // "e" is the keyboard's way
      aria-label={`${isShut ? "Show" : "Hide"} the ${formatCount(after)} after ${item.type}`}
      onClick={() => onToggle(item)}
      className={
        isShut
          ? cx(PILL, LOWER, "left-1.5")
          : cx(
              PILL,
              "top-[11px] -right-2.5 h-5 w-5 justify-center border-line-control px-0! text-ink-2 opacity-0 group-hover:opacity-100 hover:bg-surface-2",
            )
      }
    >
      <Glyph name={isShut ? "right" : "minus"} className="size-[11px]!" />
      {isShut && `${formatCount(after)} after`}
    </button>
  );
}

const CAPTION_TONES = {
  "dead-letter": "text-red",
  expected: "text-blue",
} as const;

function Captions({ placed }: { readonly placed: PlacedItem }) {
  const { captions, item } = placed;
  const { status } = item;
  if (captions.length === 0) return null;
  const tone = status === "dead-letter" || status === "expected" ? CAPTION_TONES[status] : "";
  return (
    <div
      aria-hidden="true"
      className={cx(
        "absolute left-0 w-[calc(100%+20px)] text-10 leading-[14px]",
        item.kind === "stack" || item.isShut ? "top-[calc(100%+9px)]" : "top-[calc(100%+3px)]",
        tone,
      )}
    >
      {captions.map((caption, at) => (
        <div
          key={caption}
          className={cx("truncate", at === 0 && status === "dead-letter" && "font-strong")}
        >
          {caption}
        </div>
      ))}
    </div>
  );
}
