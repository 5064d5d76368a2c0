"use client";

import { type KeyboardEvent, type RefObject, useEffect, useState } from "react";
import type { Drawing } from "../layout/draw-conversation.ts";
import { type MoveKey, nextBox, nextRow } from "../layout/next-box.ts";

const MOVES: ReadonlySet<string> = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]);

/** One box of a drawing is in the order of the tab key; arrows move on from it. */
export interface Roving {
  /** The box that the tab key reaches. */
  readonly inTabOrder: string | undefined;
  readonly onFocus: (id: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** Moves the focus between boxes, of which only those near the view are in the document. */
export function useRoving(
  scroller: RefObject<HTMLDivElement | null>,
  { items, layout }: Drawing,
  selected: string | undefined,
): Roving {
  const [focused, setFocused] = useState<string>();
  const isThere = focused !== undefined && items.some(({ id }) => id === focused);
  useEffect(() => {
    if (selected !== undefined) showBox(scroller.current, selected);
  }, [selected, scroller]);
  return {
    inTabOrder: isThere ? focused : (selected ?? items[0]?.id),
    onFocus: setFocused,
    onKeyDown: (event) => {
      const from = event.target instanceof HTMLElement ? event.target.dataset.box : undefined;
      if (from === undefined || !MOVES.has(event.key)) return;
      if (event.altKey || event.metaKey || event.ctrlKey) return; // the browser's own, such as the way back
      const key = event.key as MoveKey;
      const next =
        layout.view === "graph" ? nextBox(layout, from, key) : nextRow(layout.rows, from, key);
      if (next === undefined) return;
      event.preventDefault();
      setFocused(next);
      requestAnimationFrame(() => focusBox(scroller.current, next));
    },
  };
}

function focusBox(root: HTMLElement | null, id: string) {
  boxIn(root, id)?.focus({ preventScroll: true });
  showBox(root, id);
}

function boxIn(root: HTMLElement | null, id: string): HTMLElement | null | undefined {
  return root?.querySelector<HTMLElement>(`[data-box="${CSS.escape(id)}"]`);
}

function showBox(root: HTMLElement | null, id: string) {
  boxIn(root, id)?.scrollIntoView({ block: "nearest", inline: "nearest" });
}
