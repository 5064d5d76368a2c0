import type { UrlParams } from "@/lib/use-url-params.ts";
import type { RouterInputs } from "@/trpc/react.tsx";

/** What the list is narrowed to. */
export type LetterFilter = RouterInputs["deadLetters"]["list"]["filter"];

/** Open letters, those that are dealt with, or both. */
export const LETTER_STATES = [
  { value: "open", label: "Open" },
  { value: "resolved", label: "Resolved" },
  { value: "archived", label: "Archived" },
  { value: "all", label: "All" },
] as const;

/** How far back letters are looked for. */
export const SINCE = [
  { value: "24h", label: "Last 24 hours" },
  { value: "7d", label: "Last 7 days" },
  { value: "30d", label: "Last 30 days" },
] as const;

/** Takes every filter off the URL. */
export const NO_FILTER = {
  state: undefined,
  machine: undefined,
  reason: undefined,
  type: undefined,
  since: undefined,
  cause: undefined,
  q: undefined,
  after: undefined,
} as const;

/** Read a filter from the URL; what is no value of ours is passed over. */
export function filterOf(url: UrlParams): LetterFilter & { readonly state: string } {
  return {
    state: LETTER_STATES.find(({ value }) => value === url.get("state"))?.value ?? "open",
    machine: url.get("machine"),
    reason: url.get("reason"),
    type: url.get("type"),
    since: SINCE.find(({ value }) => value === url.get("since"))?.value,
    cause: url.get("cause"),
    q: url.get("q"),
  };
}

/** Whether open letters are left out by a filter. */
export function isNarrowed({ state, ...rest }: LetterFilter): boolean {
  return (
    state === "resolved" ||
    state === "archived" ||
    Object.values(rest).some((value) => value !== undefined)
  );
}

/** The filter in words, for when it leaves nothing: `open, machine fulfil`. */
export function filterWords(filter: LetterFilter): string {
  const { state, machine, reason, type, since, cause, q } = filter;
  return [
    state === "all" ? undefined : state,
    machine && `machine ${machine}`,
    reason && `reason ${reason}`,
    type && `type ${type}`,
    SINCE.find(({ value }) => value === since)?.label.toLowerCase(),
    cause && "one cause",
    q && `subject with “${q}”`,
  ]
    .filter((word) => word !== undefined && word !== "")
    .join(", ");
}
