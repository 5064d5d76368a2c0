import {
  createDisplayRedaction,
  type DisplayRedaction,
  type JsonValue,
  type Redactor,
} from "@sagascope/core";
import type { PrismaClient } from "@sagascope/database";
import { listRedactionRules } from "./settings/list-redaction-rules.ts";

/** A value that may be shown, and how many of its parts were masked. */
export interface Shown {
  readonly value: JsonValue;
  readonly masked: number;
}

const underWay = new WeakMap<PrismaClient, Promise<DisplayRedaction>>();

/**
 * How data of this database is masked, by the rules that its projects registered. Read it before anything that is shown. Parts of
 * one page that ask at the same time share one read.
 */
export function readRedaction(prisma: PrismaClient): Promise<DisplayRedaction> {
  const joined = underWay.get(prisma);
  if (joined !== undefined) return joined;
  const reading = listRedactionRules(prisma)
    .then(createDisplayRedaction)
    .finally(() => underWay.delete(prisma));
  underWay.set(prisma, reading);
  return reading;
}

/** Mask what is secret in a value from the database; what cannot be masked is not shown at all. */
export function shown(value: unknown, redactor: Redactor): Shown {
  try {
    const { value: copy, paths } = redactor.redact(value);
    return { value: copy, masked: paths.length };
  } catch {
    return { value: "[cannot be shown]", masked: 1 };
  }
}

/** A text that somebody typed, masked. */
export function shownText(text: string, redactor: Redactor): string {
  return String(shown(text, redactor).value);
}

/** The context of a stored snapshot, masked. */
export function shownContext(snapshot: unknown, redactor: Redactor): Shown {
  const context = (snapshot as { readonly context?: unknown } | null)?.context;
  return shown(context ?? {}, redactor);
}

/** One error of a call or delivery. */
export interface ShownError {
  readonly name: string;
  readonly message: string;
  readonly at: Date | undefined;
  readonly attempt: number;
}

/** The recorded errors of a call or delivery, their texts masked, oldest first; what is secret in `context` is, too. */
export function shownErrors(errors: unknown, redactor: Redactor, context?: unknown): ShownError[] {
  if (!Array.isArray(errors)) return [];
  return errors.map((error: Record<string, unknown>) => ({
    name: String(error.name ?? "Error"),
    message: redactor.redactErrorText(String(error.message ?? ""), context),
    at: typeof error.at === "string" ? new Date(error.at) : undefined,
    attempt: Number(error.attempt ?? 0),
  }));
}
