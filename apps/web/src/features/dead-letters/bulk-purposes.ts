import type { RouterInputs } from "@/trpc/react.tsx";
import type { LetterFilter } from "./letter-filter.ts";

/** What a selection is frozen for. */
export type Purpose = NonNullable<RouterInputs["replayJobs"]["preview"]["purpose"]>;

interface PurposeLook {
  readonly purpose: Purpose;
  /** On the button that freezes the selection. */
  readonly label: string;
  readonly permission: string;
  /** In which lists there are letters for it. */
  readonly states: readonly LetterFilter["state"][];
}

/** What can be done with letters that were chosen. */
export const PURPOSES: readonly PurposeLook[] = [
  { purpose: "replay", label: "Replay…", permission: "dryRun", states: ["open", "all"] },
  { purpose: "resolve", label: "Resolve…", permission: "resolve", states: ["open", "all"] },
  { purpose: "assign", label: "Assign…", permission: "resolve", states: ["open", "all"] },
  { purpose: "archive", label: "Archive…", permission: "resolve", states: ["resolved", "all"] },
  { purpose: "restore", label: "Restore…", permission: "resolve", states: ["archived"] },
];

/** What a person may do with the letters of a list. */
export function purposesFor(
  state: LetterFilter["state"],
  permissions: readonly string[],
): readonly PurposeLook[] {
  return PURPOSES.filter(
    ({ states, permission }) =>
      states.includes(state ?? "open") && permissions.includes(permission),
  );
}

/** What is asked to be frozen: these letters, or everything that a filter finds. */
export function previewOf(
  purpose: Purpose,
  filter: LetterFilter,
  ids: readonly string[] | undefined,
): RouterInputs["replayJobs"]["preview"] {
  if (ids !== undefined) return { purpose, ids: [...ids] };
  const { state: _state, ...narrowed } = filter;
  return { purpose, ...narrowed };
}
