import type { GlyphName } from "@/ui/glyph-shapes.tsx";
import { type Instance, lastErrorOf, type Moment } from "../instance.ts";

/** What an operator can do to an instance. */
export type ActionKind = "send" | "resume" | "skip" | "cancel" | "rewind" | "migrate";

interface ActionLook {
  /** Short, for the choice of actions. */
  readonly label: string;
  readonly glyph: GlyphName;
  /** The button that does it. */
  readonly verb: string;
  /** What it does, in one sentence. */
  readonly means: string;
}

/** The one table from an action to its words, in the order in which they are offered. */
export const ACTIONS = {
  send: {
    label: "Send event",
    glyph: "send",
    verb: "Send the event",
    means: "The instance takes the event as if it had come from outside.",
  },
  resume: {
    label: "Resume",
    glyph: "replay",
    verb: "Resume the instance",
    means: "It does once more what it failed at, under the same idempotency key.",
  },
  skip: {
    label: "Skip call",
    glyph: "right",
    verb: "Answer the call",
    means: "The chart goes on as if the service had answered what you say here.",
  },
  cancel: {
    label: "Cancel",
    glyph: "x",
    verb: "Cancel the instance",
    means: "It ends where it stands. Nothing is undone, and it takes no event any more.",
  },
  rewind: {
    label: "Rewind",
    glyph: "history",
    verb: "Rewind the instance",
    means: "It is put back to how it was after an earlier step; what it did since is not undone.",
  },
  migrate: {
    label: "Migrate",
    glyph: "arrow",
    verb: "Migrate the instance",
    means: "It goes on with another version of its chart.",
  },
} as const satisfies Record<ActionKind, ActionLook>;

/** All actions, in the order in which they are offered. */
export const ACTION_KINDS = Object.keys(ACTIONS) as readonly ActionKind[];

/** The action that a URL names, if it names one. */
export function readActionKind(text: string | undefined): ActionKind | undefined {
  return ACTION_KINDS.find((kind) => kind === text);
}

/** The calls that wait for an answer or gave up: what can be skipped. */
export function openCalls({ calls }: Pick<Instance, "calls">): Instance["calls"] {
  return calls.filter(
    ({ kind, status }) => kind === "invoke" && (status === "pending" || status === "dead"),
  );
}

/** What can be resumed: calls that gave up, and letters of steps that threw. */
export interface Failure {
  /** `call:<ref>` or `letter:<id>`, for a form. */
  readonly value: string;
  readonly words: string;
}

/** See `Failure`. */
export function failuresOf(instance: Pick<Instance, "calls" | "letters">): readonly Failure[] {
  const calls = instance.calls
    .filter(({ kind, status }) => kind === "invoke" && status === "dead")
    .map((call) => ({
      value: `call:${call.ref}`,
      words: `${call.src} gave up: ${lastErrorOf(call) ?? "no error is recorded"}`,
    }));
  const letters = instance.letters
    .filter(({ own, resolvedAt }) => own && resolvedAt === null)
    .map(({ id, title }) => ({ value: `letter:${id}`, words: `letter: ${title}` }));
  return [...calls, ...letters];
}

/** What a person most likely came for: what failed is resumed, the past is rewound to, else an event is sent. */
export function likelyAction({
  instance,
  isLive,
}: Pick<Moment, "instance" | "isLive">): ActionKind {
  if (!isLive) return "rewind";
  return openCalls(instance).some(({ status }) => status === "dead") ? "resume" : "send";
}
