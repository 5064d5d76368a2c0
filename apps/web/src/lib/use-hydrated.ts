"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};
const yes = () => true;
const no = () => false;

/**
 * Whether React has taken over what the server drew; true at once for what the browser draws itself. Before, nothing
 * hears what is done: what is typed into a field that React holds is put back, and a form is sent by the browser itself.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(never, yes, no);
}
