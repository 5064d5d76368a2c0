import { sentence } from "@/lib/sentence.ts";

const REASONS: Readonly<Record<string, string>> = {
  max_attempts: "every attempt failed",
  unknown_event: "no route takes this type",
  corrupt: "it cannot be read",
  instance_done: "its instance was done",
  idempotency_mismatch: "its id was used before, for something else",
  dead_letter_state: "the chart gave up",
  missing_machine: "its machine is not there",
};

/** Why work was given up, in words; a reason that this version does not know is shown as it is. */
export function reasonWords(reason: string): string {
  return REASONS[reason] ?? reason;
}

const RESOLUTIONS: Readonly<Record<string, string>> = {
  replayed: "replayed",
  resolved: "without a replay",
};

/** How a letter was resolved, in words. */
export function resolutionWords(resolution: string | null): string {
  return RESOLUTIONS[resolution ?? ""] ?? resolution ?? "";
}

/** The machine of a letter; a project keeps in its own name what none of its machines takes. */
export function machineWords(letter: {
  readonly reason: string;
  readonly project: string;
  readonly consumer: string;
}): string {
  const { reason, project, consumer } = letter;
  return reason === "unknown_event" && consumer === project ? "none" : consumer;
}

/** What a letter is called: what its last error said, as it said it; else its cause. */
export function titleOf(letter: {
  readonly causeTitle: string;
  readonly errors: readonly { readonly message: string }[];
}): string {
  return letter.errors.at(-1)?.message || splitTitle(letter.causeTitle).text;
}

/** A cause's title in two parts: the kind of error, and what it says, as a heading. */
export function splitTitle(title: string): {
  readonly name: string | undefined;
  readonly text: string;
} {
  const match = /^([A-Za-z_][\w.]*): (.+)$/s.exec(title);
  const text = match?.[2] ?? title;
  return { name: match?.[1], text: sentence(text) };
}
