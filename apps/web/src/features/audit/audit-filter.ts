import type { UrlParams } from "@/lib/use-url-params.ts";
import type { RouterInputs } from "@/trpc/react.tsx";

/** What the audit is narrowed to. */
export type AuditFilter = RouterInputs["audit"]["list"]["filter"];

/** Takes every filter off the URL. */
export const NO_FILTER = {
  actor: undefined,
  action: undefined,
  q: undefined,
  from: undefined,
  before: undefined,
  after: undefined,
} as const;

/** Read a filter from the URL; what is no instant is passed over. */
export function filterOf(url: Pick<UrlParams, "get">): AuditFilter {
  return {
    actor: url.get("actor"),
    action: url.get("action"),
    q: url.get("q"),
    from: instantOf(url.get("from")),
    before: instantOf(url.get("before")),
  };
}

/** Whether anything is left out by a filter. */
export function isNarrowed(filter: AuditFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}

/** The filter in words, for when it leaves nothing. */
export function filterWords({ actor, action, q, from, before }: AuditFilter): string {
  const words = [
    actor && `actor ${actor}`,
    action && `action ${action}`,
    q && `text “${q}”`,
    from && `from ${spaced(from)}`,
    before && `before ${spaced(before)}`,
  ];
  return words.filter(Boolean).join(", ");
}

/** An instant for a field in which one writes local time, to the minute. */
export function localOf(at: Date | undefined): string {
  if (at === undefined) return "";
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, "2026-11-30T08:14".length);
}

/** Local time of such a field as the URL has it: the same instant wherever the link is opened. */
export function urlInstantOf(local: string): string | undefined {
  return instantOf(local)?.toISOString();
}

function instantOf(text: string | undefined): Date | undefined {
  if (!text) return undefined;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

function spaced(at: Date): string {
  return localOf(at).replace("T", " ");
}
