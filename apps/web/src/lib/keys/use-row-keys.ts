"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useKeys } from "./use-keys.ts";

/** A row that keys can reach. */
export interface KeyRow {
  readonly id: string;
  readonly href: string;
}

/**
 * `j` and `k` move through rows, Enter opens the current one and ⌘ Enter opens it in a new tab.
 * Give the returned `rowProps(id)` to each row: it carries the mark and what keeps the row in sight. The focus goes along, to the
 * row's link: what is marked is what Enter opens and what a screen reader hears.
 */
export function useRowKeys(rows: readonly KeyRow[]) {
  const router = useRouter();
  const [current, setCurrent] = useState<string>();
  const row = rows.find(({ id }) => id === current);
  const move = (step: 1 | -1) => {
    const at = rows.findIndex(({ id }) => id === current);
    const next = rows[Math.min(rows.length - 1, Math.max(0, at + step))];
    if (!next) return;
    setCurrent(next.id);
    const element = document.querySelector(`[data-row="${CSS.escape(next.id)}"]`);
    element?.scrollIntoView({ block: "nearest" });
    focusRow(element);
  };
  useKeys([
    { keys: "j", label: "next row", group: "Lists", run: () => move(1) },
    { keys: "k", label: "previous row", group: "Lists", run: () => move(-1) },
    ...(row
      ? [
          {
            keys: "Enter",
            label: "open the row",
            group: "Lists",
            run: () => router.push(row.href),
          },
          {
            keys: "Mod+Enter",
            label: "open the row in a new tab",
            group: "Lists",
            run: () => void window.open(row.href, "_blank", "noopener"),
          },
        ]
      : []),
  ]);
  return {
    current,
    /** Makes a row the current one, as a click on it does. */
    select: setCurrent,
    rowProps: (id: string) => ({ "data-row": id, selected: id === current }),
  } as const;
}

/** The focus on a row's link; a row without one at least takes it off the row before, whose link Enter would open. */
function focusRow(row: Element | null): void {
  const link = row?.querySelector<HTMLElement>("a[href]");
  const before = document.activeElement;
  if (link) link.focus({ preventScroll: true });
  else if (before instanceof HTMLElement && before.closest("[data-row]")) before.blur();
}
