import type { GlyphName } from "../../../ui/glyph-shapes.tsx";
import type { Tone } from "../../../ui/state-table.ts";

/** One thing that was found, or one thing to do. */
export interface PaletteItem {
  readonly id: string;
  readonly title: string;
  /** A quieter second name beside the title, in Mono: a correlation id. */
  readonly code?: string;
  readonly subtitle?: string;
  readonly glyph: GlyphName;
  readonly tone?: Tone;
  /** A word at the end of the line: "exact", "yesterday". */
  readonly aside?: string;
  /** Keys that take it at once: "Alt D". */
  readonly keys?: string;
  readonly href: string;
}

/** Items of one kind. */
export interface PaletteGroup {
  readonly title: string;
  /** A word at the end of the heading: "business key", "1 of 5". */
  readonly note?: string;
  readonly items: readonly PaletteItem[];
}

/** What a search answers. */
export interface PaletteResults {
  readonly groups: readonly PaletteGroup[];
  /** How many there are in all, which may be more than are shown. */
  readonly found: number;
  readonly tookMs?: number;
}

/** What a person keeps at hand: shown before anything is typed. */
export interface PalettePins {
  readonly groups: readonly PaletteGroup[];
  /** Why they could not be read. */
  readonly failed?: string;
  /** Whether an item is pinned; `undefined` for what cannot be. */
  readonly isPinned: (item: PaletteItem) => boolean | undefined;
  readonly toggle: (item: PaletteItem) => void;
}

/** Nothing was asked yet. */
export const NO_RESULTS: PaletteResults = { groups: [], found: 0 };

/** The groups that are shown: all of them, or the one that Tab narrowed to. */
export function visibleGroups(
  results: PaletteResults,
  only: string | undefined,
): readonly PaletteGroup[] {
  const groups = results.groups.filter((group) => group.items.length > 0);
  return only === undefined ? groups : groups.filter((group) => group.title === only);
}

/** The group that Tab narrows to next; after the last one, all of them again. */
export function nextGroup(results: PaletteResults, only: string | undefined): string | undefined {
  const titles = visibleGroups(results, undefined).map((group) => group.title);
  return only === undefined ? titles[0] : titles[titles.indexOf(only) + 1];
}

/** The item that an arrow key moves to; it goes round at both ends. */
export function movedItem(
  groups: readonly PaletteGroup[],
  current: string | undefined,
  step: 1 | -1,
): PaletteItem | undefined {
  const items = groups.flatMap((group) => group.items);
  const at = items.findIndex((item) => item.id === current);
  if (at === -1) return step === 1 ? items[0] : items.at(-1);
  return items[(at + step + items.length) % items.length];
}

/** A text in pieces, those that match the query marked; the case does not matter. */
export function matchedPieces(
  text: string,
  query: string,
): readonly { readonly text: string; readonly hit: boolean }[] {
  const needle = query.trim().toLowerCase();
  const at = needle === "" ? -1 : text.toLowerCase().indexOf(needle);
  if (at === -1) return [{ text, hit: false }];
  const end = at + needle.length;
  return [
    { text: text.slice(0, at), hit: false },
    { text: text.slice(at, end), hit: true },
    { text: text.slice(end), hit: false },
  ].filter((piece) => piece.text !== "");
}
