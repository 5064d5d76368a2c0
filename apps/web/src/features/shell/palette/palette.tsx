"use client";

import { useRouter } from "next/navigation";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from "react";
import { formatCount } from "../../../lib/format-number.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { Glyph } from "../../../ui/glyph.tsx";
import { Kbd } from "../../../ui/kbd.tsx";
import type { NavEntry } from "../nav-entry.ts";
import { PaletteList } from "./palette-list.tsx";
import {
  movedItem,
  nextGroup,
  type PaletteItem,
  type PalettePins,
  type PaletteResults,
  visibleGroups,
} from "./palette-results.ts";
import {
  type PaletteSearch,
  type PaletteSearchState,
  usePaletteSearch,
} from "./use-palette-search.ts";

/** What the palette needs: how to search, and how to preview what is found. */
export interface PaletteProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** A stable function; it is called as the query changes. */
  readonly search: PaletteSearch;
  /** The places of the console, shown before anything is typed. */
  readonly places: readonly NavEntry[];
  /** What stands at the right of the list for the current item. */
  readonly renderPreview?: (item: PaletteItem) => ReactNode;
  /** A hook: what the person keeps at hand, asked for while the palette is open. */
  readonly usePins?: () => PalettePins;
}

const NO_PINS: PalettePins = { groups: [], isPinned: () => undefined, toggle: () => {} };
const useNoPins = () => NO_PINS;

/** One box for everything: orders, envelopes, correlations, letters, machines. Opens with ⌘K or `/`. */
export function Palette(props: PaletteProps) {
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      label="Search"
      className="mx-auto mt-[92px] w-[860px]"
    >
      <PaletteBody {...props} />
    </Dialog>
  );
}

function PaletteBody(props: PaletteProps) {
  const { onClose, search, places, renderPreview, usePins = useNoPins } = props;
  const pins = usePins();
  const id = useId();
  const router = useRouter();
  const [query, setQuery] = useState("");
  const [only, setOnly] = useState<string>();
  const [chosen, setChosen] = useState<string>();
  const state = usePaletteSearch(query, search);
  const shown = query.trim() === "" ? homeResults(pins, places) : state.results;
  const groups = visibleGroups(shown, only);
  const items = groups.flatMap((group) => group.items);
  const current = items.find((item) => item.id === chosen) ?? items[0];

  const isBehind = query.trim() !== "" && (state.busy || state.of !== query.trim());
  const [awaited, setAwaited] = useState<{ readonly inNewTab: boolean }>();

  const open = (item: PaletteItem, inNewTab: boolean) => {
    onClose();
    if (inNewTab) window.open(item.href, "_blank", "noopener");
    else router.push(item.href);
  };
  const choose = (item: PaletteItem | undefined) => {
    setChosen(item?.id);
    if (item) {
      document.getElementById(`${id}-${item.id}`)?.scrollIntoView({ block: "nearest" });
    }
  };
  // Enter came before the answer to what was typed: what it meant is the first of that, not of an answer to less.
  useEffect(() => {
    if (awaited === undefined || isBehind) return;
    setAwaited(undefined);
    if (current) open(current, awaited.inNewTab);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return; // Enter ends a word that an input method puts together
    // By its place on the keyboard: with Alt a letter is often another sign.
    const run = keyAction(event.altKey && event.code === "KeyP" ? "Alt+p" : event.key);
    if (!run) return;
    event.preventDefault();
    run(event);
  };
  const keyAction = (key: string): ((event: KeyboardEvent) => void) | undefined => {
    if (key === "ArrowDown") return () => choose(movedItem(groups, current?.id, 1));
    if (key === "ArrowUp") return () => choose(movedItem(groups, current?.id, -1));
    if (key === "Alt+p" && current && pins.isPinned(current) !== undefined) {
      return () => pins.toggle(current);
    }
    if (key === "Tab" && query !== "") return () => setOnly(nextGroup(shown, only));
    if (key === "Enter" && isBehind && chosen === undefined) {
      return (event) => setAwaited({ inNewTab: event.metaKey || event.ctrlKey });
    }
    if (key === "Enter" && current) {
      return (event) => open(current, event.metaKey || event.ctrlKey);
    }
    return undefined;
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it catches the keys of the input inside
    <div onKeyDown={onKeyDown} className="flex min-h-0 flex-col">
      <div className="flex h-13.5 flex-none items-center gap-3 border-b border-line pr-4 pl-4.5">
        <Glyph name="search" className="text-ink-2" />
        <input
          // biome-ignore lint/a11y/noAutofocus: a search box that was asked for has the focus
          autoFocus
          role="combobox"
          aria-label="Search"
          aria-expanded={items.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={current ? `${id}-${current.id}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder="Order, envelope, correlation, type, dead letter"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setAwaited(undefined);
            setChosen(undefined);
            setOnly(undefined);
          }}
          className="min-w-0 flex-1 bg-transparent text-[17px] font-book tracking-[-.01em] outline-none"
        />
        <SearchNote query={query} state={state} />
        <Kbd keys="Escape" />
      </div>
      <div
        className={
          renderPreview && current && query !== ""
            ? "grid min-h-0 narrow:grid-cols-[minmax(0,1fr)_332px]"
            : "grid min-h-0"
        }
      >
        <PaletteList
          id={id}
          groups={groups}
          query={query}
          current={current?.id}
          onHover={(item) => setChosen(item.id)}
          onOpen={open}
          empty={emptyWords(query, state)}
          isPinned={pins.isPinned}
        />
        {renderPreview && current && query !== "" && (
          <div className="hidden flex-col overflow-y-auto border-l border-line bg-surface-2 px-4 pt-4 pb-2.5 narrow:flex">
            {renderPreview(current)}
          </div>
        )}
      </div>
      {pins.failed && (
        <p role="alert" className="flex-none border-t border-line px-4.5 py-2 text-12 text-red">
          What you keep at hand could not be read: {pins.failed}.
        </p>
      )}
      <PaletteFoot only={only} pinned={current && pins.isPinned(current)} />
    </div>
  );
}

function homeResults(pins: PalettePins, places: readonly NavEntry[]): PaletteResults {
  const items = places.map(({ href, label, glyph, key }) => ({
    id: href,
    title: label,
    glyph,
    href,
    keys: key ? `g ${key}` : undefined,
  }));
  return { groups: [...pins.groups, { title: "Go to", items }], found: items.length };
}

function emptyWords(query: string, state: PaletteSearchState): string | undefined {
  if (state.failed) return `The search failed: ${state.failed}. There may be matches.`;
  if (query.trim() === "" || state.busy) return undefined;
  return `Nothing is called “${query.trim()}”.`;
}

function SearchNote(props: { readonly query: string; readonly state: PaletteSearchState }) {
  const { results, busy, failed } = props.state;
  if (props.query.trim() === "") return null;
  const took = results.tookMs === undefined ? "" : `, ${Math.round(results.tookMs)} ms`;
  return (
    <span role="status" className="whitespace-nowrap text-ink-3">
      {busy ? "searching" : failed ? "not known" : `${formatCount(results.found)} found${took}`}
    </span>
  );
}

function PaletteFoot(props: {
  readonly only: string | undefined;
  readonly pinned: boolean | undefined;
}) {
  const { only, pinned } = props;
  return (
    <div className="flex h-9.5 flex-none items-center gap-4.5 border-t border-line px-4.5 text-11 text-ink-3">
      <Hint keys="ArrowUp ArrowDown" words="move" />
      <Hint keys="Enter" words="open" />
      <Hint keys="Meta Enter" words="new tab" />
      <Hint keys="Tab" words={only ? `only ${only.toLowerCase()}` : "narrow by kind"} />
      {pinned !== undefined && <Hint keys="Alt P" words={pinned ? "unpin" : "pin"} />}
      <span className="ml-auto truncate max-drawer:hidden">
        <span className="mono">type: id: corr: letter: machine:</span> to be exact
      </span>
    </div>
  );
}

function Hint({ keys, words }: { readonly keys: string; readonly words: string }) {
  return (
    <span className="inline-flex flex-none items-center gap-1">
      <Kbd keys={keys} />
      {words}
    </span>
  );
}
