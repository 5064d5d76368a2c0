import { createDisplayRedaction, createRedactor, type Redactor } from "@sagascope/core";
import { InvalidConfigError } from "@sagascope/core/errors";
import type { PrismaClient } from "@sagascope/database";
import { listRedactionRules } from "./list-redaction-rules.ts";

/** What was masked, and why. */
export interface MaskedPart {
  /** JSON Pointer. */
  readonly path: string;
  /** By the name of its key, or by what it looks like whatever its key. */
  readonly by: "key" | "value";
}

export interface RedactionPreview {
  /** What people would see, as JSON. */
  readonly text: string;
  readonly masked: readonly MaskedPart[];
}

/** The rules that a payload is tried by: some that are typed, those of a machine, or those for what belongs to no machine. */
export type TriedRules =
  | {
      readonly kind: "typed";
      readonly extraKeys: readonly string[];
      readonly allowedKeys: readonly string[];
      readonly emails: boolean;
    }
  | { readonly kind: "machine"; readonly machineId: string }
  | { readonly kind: "shared" };

/** A redactor, and the same without its looking into values. */
export interface TriedRedactor {
  readonly whole: Redactor;
  readonly byKey: Redactor;
}

/** Make what a payload is tried by. */
export async function findTried(prisma: PrismaClient, rules: TriedRules): Promise<TriedRedactor> {
  if (rules.kind === "typed") {
    const { kind: _typed, ...typed } = rules;
    return {
      whole: createRedactor(typed),
      byKey: createRedactor({ ...typed, values: false }),
    };
  }
  const stored = await listRedactionRules(prisma);
  const blind = stored.map(({ machineId, settings }) => ({
    machineId,
    settings: { ...settings, values: false },
  }));
  const machineId = rules.kind === "machine" ? rules.machineId : undefined;
  return {
    whole: createDisplayRedaction(stored).of(machineId),
    byKey: createDisplayRedaction(blind).of(machineId),
  };
}

/**
 * Say what would be masked of a payload. Nothing of it is stored or logged.
 *
 * @throws {InvalidConfigError} if it is no JSON; the message repeats nothing of it
 */
export function previewRedaction(payload: string, tried: TriedRedactor): RedactionPreview {
  const value = parse(payload);
  const redacted = tried.whole.redact(value);
  const byKey = new Set(tried.byKey.redact(value).paths);
  return {
    text: JSON.stringify(redacted.value, undefined, 2),
    masked: redacted.paths.map((path) => ({ path, by: byKey.has(path) ? "key" : "value" })),
  };
}

function parse(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    throw new InvalidConfigError("payload", "must be JSON");
  }
}
