import { useState } from "react";

/** Which letters of a list are chosen: some by their ids, or everything that the list's filter finds. */
export interface Chosen {
  readonly ids: ReadonlySet<string>;
  readonly isEverything: boolean;
  readonly has: (id: string) => boolean;
  readonly toggle: (id: string) => void;
  /** Choose all of these, or none of them if all are chosen already. */
  readonly togglePage: (ids: readonly string[]) => void;
  readonly chooseEverything: () => void;
  readonly clear: () => void;
}

const NONE: ReadonlySet<string> = new Set();

/** What is chosen stays chosen from page to page, and is let go of when `scope`, the filter, becomes another. */
export function useChosen(scope: string): Chosen {
  const [state, setState] = useState({ scope, ids: NONE, isEverything: false });
  const current = state.scope === scope ? state : { scope, ids: NONE, isEverything: false };
  const put = (ids: ReadonlySet<string>, isEverything = false) =>
    setState({ scope, ids, isEverything });
  const { ids, isEverything } = current;
  return {
    ids,
    isEverything,
    has: (id) => isEverything || ids.has(id),
    toggle: (id) => put(toggled(isEverything ? NONE : ids, id)),
    togglePage: (page) => {
      const known = isEverything ? NONE : ids;
      const isWhole = !isEverything && page.every((id) => known.has(id));
      put(new Set(isWhole ? [...known].filter((id) => !page.includes(id)) : [...known, ...page]));
    },
    chooseEverything: () => put(NONE, true),
    clear: () => put(NONE),
  };
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return ids.has(id) ? new Set([...ids].filter((other) => other !== id)) : new Set([...ids, id]);
}
