"use client";

import { useEffect, useState } from "react";
import { NO_RESULTS, type PaletteResults } from "./palette-results.ts";

/** Long enough to leave out the letters of a word that is being typed, short enough not to be felt. */
const QUIET_MS = 80;

/** Finds what a query means; a newer query aborts an older one by its signal. */
export type PaletteSearch = (query: string, signal: AbortSignal) => Promise<PaletteResults>;

/** Where a search stands. Old results stay in sight while newer ones are on their way. */
export interface PaletteSearchState {
  readonly results: PaletteResults;
  /** The query that they, or the failure, are the answer to. */
  readonly of: string;
  readonly busy: boolean;
  readonly failed?: string;
}

const NOT_ASKED: PaletteSearchState = { results: NO_RESULTS, of: "", busy: false };

/** Runs the search as the query changes. */
export function usePaletteSearch(query: string, search: PaletteSearch): PaletteSearchState {
  const [state, setState] = useState<PaletteSearchState>(NOT_ASKED);
  useEffect(() => {
    if (query.trim() === "") {
      setState(NOT_ASKED);
      return;
    }
    const abort = new AbortController();
    setState((old) => ({ ...old, busy: true }));
    const timer = setTimeout(() => {
      const of = query.trim();
      search(of, abort.signal).then(
        (results) => !abort.signal.aborted && setState({ results, of, busy: false }),
        (error: unknown) =>
          !abort.signal.aborted &&
          setState({ results: NO_RESULTS, of, busy: false, failed: messageOf(error) }),
      );
    }, QUIET_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [query, search]);
  return state;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
