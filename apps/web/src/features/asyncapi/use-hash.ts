import { useSyncExternalStore } from "react";

function subscribe(listener: () => void): () => void {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
}

/** What the address names after its `#`; nothing on the server. */
export function useHash(): string {
  return useSyncExternalStore(
    subscribe,
    () => safeDecode(window.location.hash.slice(1)),
    () => "",
  );
}

/** A link to a part of this page. */
export function hashLink(name: string): string {
  return `#${encodeURIComponent(name)}`;
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
