import type { UrlParams } from "@/lib/use-url-params.ts";
import type { RouterInputs } from "@/trpc/react.tsx";

type ListInput = RouterInputs["instances"]["list"];

/** What the list is narrowed to. */
export type InstanceFilter = ListInput["filter"];

/** Where a page begins: after this instance. */
export type Cursor = NonNullable<ListInput["cursor"]>;

/** The phases that can be asked for, with their words. */
export const PHASES = [
  { value: "running", label: "Active" },
  { value: "compensating", label: "Compensating" },
  { value: "completed", label: "Completed" },
  { value: "compensated", label: "Compensated" },
  { value: "failed", label: "Failed" },
  { value: "cancelled", label: "Cancelled" },
] as const;

const ATTENTIONS = ["stuck", "overdue"] as const;
const STATUSES = ["active", "done", "cancelled"] as const;

/** Read a filter from the URL; what is no value of ours is passed over. */
export function filterOf(url: UrlParams): InstanceFilter {
  return {
    machine: url.get("machine"),
    q: url.get("q"),
    phase: PHASES.find(({ value }) => value === url.get("phase"))?.value,
    status: STATUSES.find((value) => value === url.get("status")),
    attention: ATTENTIONS.find((value) => value === url.get("attention")),
  };
}

/** Whether anything is left out by a filter. */
export function isNarrowed(filter: InstanceFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}

/** The filter in words, for when it leaves nothing: `machine fulfil, phase completed`. */
export function filterWords(filter: InstanceFilter): string {
  return Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => (name === "q" ? `subject “${value}”` : `${name} ${value}`))
    .join(", ");
}

/** A cursor as one parameter of the URL. */
export function writeCursor({ machineId, subject }: Cursor): string {
  return `${encodeURIComponent(machineId)}/${encodeURIComponent(subject)}`;
}

/** Read what `writeCursor` wrote; anything else is the first page. */
export function readCursor(text: string | undefined): Cursor | undefined {
  const parts = text?.split("/");
  if (parts?.length !== 2) return undefined;
  try {
    const [machineId = "", subject = ""] = parts.map(decodeURIComponent);
    return machineId && subject ? { machineId, subject } : undefined;
  } catch {
    return undefined;
  }
}
