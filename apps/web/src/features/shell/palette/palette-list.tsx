"use client";

import { cx } from "../../../lib/cx.ts";
import { Glyph } from "../../../ui/glyph.tsx";
import { Kbd } from "../../../ui/kbd.tsx";
import { TONE_TEXT } from "../../../ui/state-table.ts";
import { matchedPieces, type PaletteGroup, type PaletteItem } from "./palette-results.ts";

/** What was found, by kind. The focus stays in the box; the current item is told by `aria-activedescendant`. */
export function PaletteList(props: {
  readonly id: string;
  readonly groups: readonly PaletteGroup[];
  readonly query: string;
  readonly current: string | undefined;
  readonly onHover: (item: PaletteItem) => void;
  readonly onOpen: (item: PaletteItem, inNewTab: boolean) => void;
  /** Why there is nothing, in words. */
  readonly empty: string | undefined;
  readonly isPinned: (item: PaletteItem) => boolean | undefined;
}) {
  const { id, groups, empty } = props;
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label="Results"
      className="max-h-[504px] min-h-24 overflow-y-auto px-2 pt-1.5 pb-2.5"
    >
      {groups.length === 0 && empty && <p className="px-2.5 py-6 text-ink-2">{empty}</p>}
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox groups its options by role
        <div key={group.title} role="group" aria-label={group.title}>
          <div className="flex px-2.5 pt-[9px] pb-1 text-11 font-strong text-ink-3">
            {group.title}
            {group.note && <span className="ml-auto font-normal">{group.note}</span>}
          </div>
          {group.items.map((item) => (
            <PaletteOption key={item.id} item={item} {...props} />
          ))}
        </div>
      ))}
    </div>
  );
}

function PaletteOption(props: {
  readonly id: string;
  readonly item: PaletteItem;
  readonly query: string;
  readonly current: string | undefined;
  readonly onHover: (item: PaletteItem) => void;
  readonly onOpen: (item: PaletteItem, inNewTab: boolean) => void;
  readonly isPinned: (item: PaletteItem) => boolean | undefined;
}) {
  const { id, item, query, current, onHover, onOpen, isPinned } = props;
  const on = item.id === current;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the box's
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box
    <div
      id={`${id}-${item.id}`}
      role="option"
      aria-selected={on}
      onPointerMove={() => !on && onHover(item)}
      onClick={(event) => onOpen(item, event.metaKey || event.ctrlKey)}
      className={cx(
        "flex min-h-10 cursor-pointer items-center gap-[11px] rounded-2 px-2.5",
        on && "bg-surface-3",
      )}
    >
      <Glyph name={item.glyph} className={TONE_TEXT[item.tone ?? "plain"]} />
      <span className="min-w-0 flex-1">
        <span className="block truncate leading-[18px] font-medium">
          <Marked text={item.title} query={query} />
          {item.code && <span className="mono ml-1.5 text-ink-3">{item.code}</span>}
        </span>
        {item.subtitle && (
          <span className={cx("block truncate text-11", on ? "text-ink-2" : "text-ink-3")}>
            <Marked text={item.subtitle} query={query} />
          </span>
        )}
      </span>
      {item.aside && (
        <span className={cx("whitespace-nowrap text-11", on ? "text-ink-2" : "text-ink-3")}>
          {item.aside}
        </span>
      )}
      {isPinned(item) && (
        <span className={cx("text-11", on ? "text-ink-2" : "text-ink-3")}>pinned</span>
      )}
      {item.keys && <Kbd keys={item.keys} />}
    </div>
  );
}

function Marked({ text, query }: { readonly text: string; readonly query: string }) {
  return matchedPieces(text, query).map((piece, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place
    piece.hit ? <mark key={index}>{piece.text}</mark> : <span key={index}>{piece.text}</span>,
  );
}
