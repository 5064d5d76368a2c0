"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback } from "react";

/** What a page's URL says, and how to change it. */
export interface UrlParams {
  readonly get: (name: string) => string | undefined;
  /**
   * Change some parameters and keep the others; an absent or empty value takes one away. `push` makes a step that Back
   * undoes, for what a person chose on purpose.
   */
  readonly set: (
    change: Readonly<Record<string, string | number | undefined>>,
    how?: "push" | "replace",
  ) => void;
}

/** A page's state in its URL, so that every view can be linked to. Changes do not go to the server. */
export function useUrlParams(): UrlParams {
  const params = useSearchParams();
  const pathname = usePathname();
  const set = useCallback<UrlParams["set"]>(
    (change, how = "replace") => {
      const next = new URLSearchParams(window.location.search);
      for (const [name, value] of Object.entries(change)) {
        if (value === undefined || value === "") next.delete(name);
        else next.set(name, String(value));
      }
      const url = next.size === 0 ? pathname : `${pathname}?${next}`;
      if (how === "push") window.history.pushState(null, "", url);
      else window.history.replaceState(null, "", url);
    },
    [pathname],
  );
  return { get: (name) => params.get(name) ?? undefined, set };
}
