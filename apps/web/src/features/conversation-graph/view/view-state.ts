import type { UrlParams } from "../../../lib/use-url-params.ts";
import type { ConversationViewName } from "../layout/draw-conversation.ts";
import type { Folding, GraphItem, Grouping } from "../layout/fold-envelopes.ts";

/** What a reader chose to see; all of it stands in the address. */
export interface ViewState {
  readonly view: ConversationViewName;
  readonly folding: Omit<Folding, "reveal">;
  readonly showPath: boolean;
}

/** A change of the address. */
export type ViewChange = Readonly<Record<string, string | undefined>>;

const VIEWS: readonly string[] = ["sequence", "time"] satisfies ConversationViewName[];
const GROUPINGS: readonly string[] = ["lane", "none"] satisfies Grouping[];
/** Keeps an address below 1,500 letters. */
const KEYS_MAX = 100;
const PAGES_MAX = 99;
const ENTRY = /^([a-z0-9]{1,7})(?:~(\d{1,2}))?$/;

/** What an address says; what it says wrongly counts as not said. */
export function readViewState(get: UrlParams["get"]): ViewState {
  const view = get("view") ?? "";
  const by = get("group") ?? "";
  return {
    view: VIEWS.includes(view) ? (view as ConversationViewName) : "graph",
    folding: {
      by: GROUPINGS.includes(by) ? (by as Grouping) : "type",
      opened: Object.fromEntries(entriesOf(get("open"))),
      shut: entriesOf(get("shut")).map(([key]) => key),
    },
    showPath: get("path") !== "off",
  };
}

/** Show one more page of a stack. */
export function unfold({ folding }: ViewState, group: string): ViewChange {
  const pages = Math.min(PAGES_MAX, (folding.opened[group] ?? 0) + 1);
  return { open: written({ ...folding.opened, [group]: pages }) };
}

/** Show what follows a box, or hide it. */
export function toggle({ folding }: ViewState, { key, isShut }: GraphItem): ViewChange {
  const { [key]: _pages, ...others } = folding.opened;
  const shut = folding.shut.filter((one) => one !== key);
  if (!isShut) return { open: written(others), shut: [...shut, key].slice(-KEYS_MAX).join(".") };
  // Shut by a reader it just opens; shut for want of room it has to be asked for.
  const wasAsked = shut.length < folding.shut.length;
  return { open: written(wasAsked ? others : { ...others, [key]: 1 }), shut: shut.join(".") };
}

function written(opened: Readonly<Record<string, number>>): string {
  return Object.entries(opened)
    .slice(-KEYS_MAX)
    .map(([key, pages]) => (pages === 1 ? key : `${key}~${pages}`))
    .join(".");
}

function entriesOf(text = ""): readonly (readonly [string, number])[] {
  return text
    .split(".")
    .slice(0, KEYS_MAX)
    .flatMap((entry) => {
      const [, key, pages = "1"] = ENTRY.exec(entry) ?? [];
      return key === undefined ? [] : [[key, Number(pages)] as const];
    });
}
