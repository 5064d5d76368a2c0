"use client";

import { useEffect, useRef, useState } from "react";

const SAID_MS = 1_500;

/** Copies a text, and what came of it for as long as it is worth saying. */
export function useCopy(): {
  readonly state: "idle" | "copied" | "failed";
  readonly copy: (text: string) => Promise<void>;
} {
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async (text: string) => {
    setState((await copyText(text)) ? "copied" : "failed");
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setState("idle"), SAID_MS);
  };
  return { state, copy };
}

/** A browser gives its clipboard only to pages over https and of this machine; on others what is marked can be copied. */
async function copyText(text: string): Promise<boolean> {
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (clipboard === undefined) return copyMarked(text);
  return clipboard.writeText(text).then(
    () => true,
    () => copyMarked(text),
  );
}

function copyMarked(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.style.cssText = "position: fixed; opacity: 0";
  // Under a modal dialog nothing outside it can be marked.
  const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
  (dialog ?? document.body).append(field);
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}

/** For a screen reader, and for whoever would believe that it is copied. */
export const COPY_WORDS = { idle: "", copied: "copied", failed: "not copied" } as const;
