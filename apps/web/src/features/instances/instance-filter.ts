import type { UrlParams } from "@/lib/use-url-params.ts";
import type { RouterInputs } from "@/trpc/react.tsx";

type ListInput = RouterInputs["instances"]["list"];

/** What the list is narrowed to. */
export type InstanceFilter = ListInput["filter"];

/** Where a page begins: after this instance. */
export type Cursor = NonNullable<ListInput["cursor"]>;

/** Whether the list begins with what started last, or first. */
export type Order = NonNullable<ListInput["order"]>;

type Choice<Value extends string> = readonly { readonly value: Value; readonly label: string }[];

/** The phases that can be asked for, with their words. */
export const PHASES = [
  { value: "running", label: "Active" },
  { value: "compensating", label: "Compensating" },
  { value: "completed", label: "Completed" },
  { value: "compensated", label: "Compensated" },
  { value: "failed", label: "Failed" },
  { value: "cancelled", label: "Cancelled" },
] as const satisfies Choice<NonNullable<InstanceFilter["phase"]>>;

/** How instances may stand, with their words. */
export const STATUSES = [
  { value: "active", label: "In flight" },
  { value: "done", label: "Ended" },
  { value: "cancelled", label: "Cancelled" },
] as const satisfies Choice<NonNullable<InstanceFilter["status"]>>;

/** How long ago they started, with the words for it. */
export const AGES = [
  { value: "under-1h", label: "Started in the last hour" },
  { value: "under-1d", label: "Started in the last day" },
  { value: "under-7d", label: "Started in the last 7 days" },
  { value: "over-1h", label: "Older than an hour" },
  { value: "over-1d", label: "Older than a day" },
  { value: "over-7d", label: "Older than 7 days" },
] as const satisfies Choice<NonNullable<InstanceFilter["age"]>>;

/** When they ended, with the words for it. */
export const ENDED = [
  { value: "1h", label: "Ended in the last hour" },
  { value: "24h", label: "Ended in the last 24 hours" },
  { value: "7d", label: "Ended in the last 7 days" },
] as const satisfies Choice<NonNullable<InstanceFilter["ended"]>>;

const ATTENTIONS = ["stuck", "overdue", "letters"] as const;

/** The parameters of the URL that narrow the list. */
export const FILTER_PARAMS = [
  "q",
  "machine",
  "version",
  "state",
  "status",
  "phase",
  "age",
  "ended",
  "attention",
] as const satisfies readonly (keyof InstanceFilter)[];

/** Read a filter from the URL; what is no value of ours is passed over. */
export function filterOf(url: Pick<UrlParams, "get">): InstanceFilter {
  const machine = url.get("machine");
  return {
    machine,
    version: machine && url.get("version"), // a version is one of a machine
    state: url.get("state"),
    q: url.get("q"),
    phase: choiceOf(PHASES, url.get("phase")),
    status: choiceOf(STATUSES, url.get("status")),
    age: choiceOf(AGES, url.get("age")),
    ended: choiceOf(ENDED, url.get("ended")),
    attention: ATTENTIONS.find((value) => value === url.get("attention")),
  };
}

/** Read the order from the URL. */
export function orderOf(url: Pick<UrlParams, "get">): Order {
  return url.get("order") === "oldest" ? "oldest" : "newest";
}

/** Whether anything is left out by a filter. */
export function isNarrowed(filter: InstanceFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}

/** The filter in words, for when it leaves nothing: `machine fulfil, phase completed`. */
export function filterWords(filter: InstanceFilter): string {
  return FILTER_PARAMS.flatMap((name) => {
    const value = filter[name];
    if (value === undefined) return [];
    if (name === "q") return [`subject “${value}”`];
    if (name === "age" || name === "ended") return wordsOf([...AGES, ...ENDED], value);
    if (name === "attention") return [value === "letters" ? "with dead letters" : value];
    return [`${name} ${value}`];
  }).join(", ");
}

function wordsOf(choices: Choice<string>, chosen: string): string[] {
  return choices.filter(({ value }) => value === chosen).map(({ label }) => label.toLowerCase());
}

/** A cursor as one parameter of the URL. */
export function writeCursor({ at, machineId, subject }: Cursor): string {
  return [at, machineId, subject].map(encodeURIComponent).join("/");
}

/** Read what `writeCursor` wrote; anything else is the first page. */
export function readCursor(text: string | undefined): Cursor | undefined {
  const parts = text?.split("/");
  if (parts?.length !== 3) return undefined;
  try {
    const [at = "", machineId = "", subject = ""] = parts.map(decodeURIComponent);
    return INSTANT.test(at) && machineId && subject ? { at, machineId, subject } : undefined;
  } catch {
    return undefined;
  }
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

function choiceOf<Value extends string>(
  choices: Choice<Value>,
  text: string | undefined,
): Value | undefined {
  return choices.find(({ value }) => value === text)?.value;
}
