import { SagascopeError } from "../errors.ts";
import type { JsonObject } from "../json.ts";

/** A value could not be walked to the end, so nobody can say that no secret is left in it. */
export class UnredactableError extends SagascopeError {
  readonly code = "UNREDACTABLE";
  readonly fault = "message";

  constructor(problem: string, options?: ErrorOptions) {
    super(`value cannot be redacted: ${problem}`, options);
  }
}

/** What to record in place of a value that {@link UnredactableError} was thrown for: the error's type, nothing else. */
export function unrecordedMarker(error: unknown): JsonObject {
  return { _unrecorded: error instanceof Error ? error.name : typeof error };
}
