import { createRedactor } from "@sagascope/core";
import { InvalidConfigError } from "@sagascope/core/errors";

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

/** A project's rules, as far as they are tried out here. */
export interface PreviewRules {
  readonly extraKeys: readonly string[];
  readonly allowedKeys: readonly string[];
  readonly emails: boolean;
}

/**
 * Say what would be masked of a payload. Nothing of it is stored or logged.
 *
 * @throws {InvalidConfigError} if it is no JSON; the message repeats nothing of it
 */
export function previewRedaction(payload: string, rules: PreviewRules): RedactionPreview {
  const value = parse(payload);
  const redacted = createRedactor(rules).redact(value);
  const byKey = new Set(createRedactor({ ...rules, values: false }).redact(value).paths);
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
