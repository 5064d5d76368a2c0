import type { GlyphName } from "../../ui/glyph-shapes.tsx";

/** One place of the console. Only places that exist are given, so there are no dead links. */
export interface NavEntry {
  readonly href: string;
  readonly label: string;
  readonly glyph: GlyphName;
  /** The letter after `g` that leads there. */
  readonly key?: string;
  readonly count?: number;
  /** `bad` draws the count in red: something there needs a person. */
  readonly tone?: "plain" | "bad";
  /** Entries of the second group stand under a line. */
  readonly group?: "main" | "more";
}

/** Whether a path is an entry or lies under it. */
export function isCurrent(entry: Pick<NavEntry, "href">, pathname: string): boolean {
  return entry.href === "/"
    ? pathname === "/"
    : pathname === entry.href || pathname.startsWith(`${entry.href}/`);
}

/** Who is signed in. */
export interface ShellUser {
  readonly name: string;
  readonly email: string;
  readonly role: string;
}

/** The letters in a person's circle: `MK` for Mara Kovač. */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/[\s.@_-]+/)
    .filter(Boolean);
  const first = words[0]?.[0] ?? "?";
  const last = words.length > 1 ? (words.at(-1)?.[0] ?? "") : "";
  return (first + last).toUpperCase();
}
