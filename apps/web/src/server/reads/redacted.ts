import { createRedactor, type JsonValue } from "@sagascope/core";

const redactor = createRedactor();

/** A value that may be shown, and how many of its parts were masked. */
export interface Shown {
  readonly value: JsonValue;
  readonly masked: number;
}

/** Mask what is secret in a value from the database; what cannot be masked is not shown at all. */
export function shown(value: unknown): Shown {
  try {
    const { value: copy, paths } = redactor.redact(value);
    return { value: copy, masked: paths.length };
  } catch {
    return { value: "[cannot be shown]", masked: 1 };
  }
}

/** A text that somebody typed, masked. */
export function shownText(text: string): string {
  return String(shown(text).value);
}

/** The context of a stored snapshot, masked. */
export function shownContext(snapshot: unknown): Shown {
  const context = (snapshot as { readonly context?: unknown } | null)?.context;
  return shown(context ?? {});
}

/** One error of a call or delivery. */
export interface ShownError {
  readonly name: string;
  readonly message: string;
  readonly at: Date | undefined;
  readonly attempt: number;
}

/** The recorded errors of a call or delivery, their texts masked, oldest first. */
export function shownErrors(errors: unknown, context?: unknown): ShownError[] {
  if (!Array.isArray(errors)) return [];
  return errors.map((error: Record<string, unknown>) => ({
    name: String(error.name ?? "Error"),
    message: redactor.redactErrorText(String(error.message ?? ""), context),
    at: typeof error.at === "string" ? new Date(error.at) : undefined,
    attempt: Number(error.attempt ?? 0),
  }));
}
