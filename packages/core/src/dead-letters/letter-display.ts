import type { JsonValue } from "../kernel/json.ts";
import { unrecordedMarker } from "../kernel/redaction/errors.ts";
import type { Redactor } from "../kernel/redaction/redactor.ts";
import type { ErrorRecord } from "./letter.ts";

/** What of a letter people see besides its columns. */
export interface LetterContents {
  readonly envelope: JsonValue;
  /** Where the envelope was masked. */
  readonly redactedPaths: readonly string[];
  readonly snapshot: JsonValue;
  readonly errors: readonly ErrorRecord[];
}

/**
 * Mask once more what was masked when the letter was captured: rules that came later hold for letters from before them, too. The
 * stored letter stays as it is.
 */
export function maskLetter<Contents extends LetterContents>(
  letter: Contents,
  redactor: Redactor,
): Contents {
  const envelope = maskWhole(letter.envelope, redactor);
  return {
    ...letter,
    envelope: envelope.value,
    redactedPaths: [...new Set([...letter.redactedPaths, ...envelope.paths])],
    snapshot: maskWhole(letter.snapshot, redactor).value,
    errors: letter.errors.map((error) => maskError(error, redactor)),
  };
}

/** One error of a letter's chain, masked once more. */
export function maskError<One extends Pick<ErrorRecord, "name" | "message" | "stack">>(
  error: One,
  redactor: Redactor,
): One {
  const { name, message, stack } = error;
  return {
    ...error,
    name: redactor.redactText(name),
    message: redactor.redactText(message),
    ...(stack === undefined ? {} : { stack: redactor.redactText(stack) }),
  };
}

function maskWhole(value: JsonValue, redactor: Redactor) {
  try {
    return redactor.redact(value);
  } catch (error) {
    return { value: unrecordedMarker(error), paths: [""] };
  }
}
