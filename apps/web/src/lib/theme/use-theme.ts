"use client";

import { useEffect, useSyncExternalStore } from "react";
import { parseThemeChoice, THEME_CHOICES, THEME_STORAGE, type ThemeChoice } from "./theme.ts";

const DARK = "(prefers-color-scheme: dark)";
const listeners = new Set<() => void>();

function applied(): ThemeChoice {
  return parseThemeChoice(document.documentElement.dataset.themeChoice);
}

function apply(choice: ThemeChoice) {
  const root = document.documentElement;
  root.dataset.themeChoice = choice;
  root.dataset.theme = choice === "system" ? (matchMedia(DARK).matches ? "dark" : "light") : choice;
  for (const listener of listeners) listener();
}

function remember(choice: ThemeChoice) {
  localStorage.setItem(THEME_STORAGE, choice);
  apply(choice);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The chosen theme and how to choose another one. */
export function useTheme() {
  const choice = useSyncExternalStore(subscribe, applied, () => undefined);
  return {
    /** `undefined` on the server and while hydrating, where the choice is not known. */
    choice,
    setTheme: remember,
    nextTheme: () => {
      const at = THEME_CHOICES.indexOf(applied());
      remember(THEME_CHOICES[(at + 1) % THEME_CHOICES.length] ?? "system");
    },
  } as const;
}

/**
 * Follows the operating system while the choice is `system`, and other tabs when they choose. Used once on every page: by the
 * shell, or by a page without one.
 */
export function useThemeSync(): void {
  useEffect(() => {
    // Once more after the script in the head: React resets the attribute if it has to draw the document anew.
    apply(parseThemeChoice(localStorage.getItem(THEME_STORAGE)));
    const media = matchMedia(DARK);
    const onSystem = () => apply(applied());
    const onStorage = (event: StorageEvent) => {
      if (event.key === THEME_STORAGE) apply(parseThemeChoice(event.newValue));
    };
    media.addEventListener("change", onSystem);
    window.addEventListener("storage", onStorage);
    return () => {
      media.removeEventListener("change", onSystem);
      window.removeEventListener("storage", onStorage);
    };
  }, []);
}
