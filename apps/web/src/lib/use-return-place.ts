"use client";

import { type RefObject, useEffect, useRef } from "react";

interface Place {
  readonly top: number;
  readonly row: string | undefined;
}

/** Where each list was left, by the URL of its page; gone with the tab. */
const left = new Map<string, Place>();

/** The page that Back or Forward led to last, until somebody used it. */
let cameBackTo: string | undefined;
if (typeof window !== "undefined") {
  window.addEventListener("popstate", () => {
    cameBackTo = pageUrl();
  });
}

/**
 * Let Back lead to where a list was left: as far down, and with the focus on the row that was opened. Give the ref to what
 * scrolls.
 *
 * @param current - the row that keys marked
 * @param onReturn - hears which row it was
 */
export function useReturnPlace(
  current: string | undefined,
  onReturn: (row: string) => void,
): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  const latest = useRef(onReturn);
  latest.current = onReturn;
  // After each render: another page of the list is another URL in the same list.
  useEffect(() => {
    const list = ref.current;
    if (!list) return;
    const page = pageUrl();
    const place = left.get(page);
    if (place && cameBackTo === page) {
      cameBackTo = undefined;
      list.scrollTop = place.top;
      if (place.row !== undefined) {
        linkOf(list, place.row)?.focus({ preventScroll: true });
        latest.current(place.row);
      }
    }
    let row = current ?? place?.row;
    const keep = () => left.set(page, { top: list.scrollTop, row });
    if (current !== undefined) keep();
    const leaveBy = (event: Event) => {
      row = rowOf(event.target) ?? row;
      keep();
    };
    list.addEventListener("scroll", keep, { passive: true });
    list.addEventListener("focusin", leaveBy);
    list.addEventListener("click", leaveBy);
    return () => {
      list.removeEventListener("scroll", keep);
      list.removeEventListener("focusin", leaveBy);
      list.removeEventListener("click", leaveBy);
    };
  });
  return ref;
}

function pageUrl(): string {
  return window.location.pathname + window.location.search;
}

function rowOf(target: EventTarget | null): string | undefined {
  if (!(target instanceof Element)) return undefined;
  return target.closest("[data-row]")?.getAttribute("data-row") ?? undefined;
}

function linkOf(list: HTMLElement, row: string): HTMLElement | null {
  return list.querySelector(`[data-row="${CSS.escape(row)}"] a`);
}
