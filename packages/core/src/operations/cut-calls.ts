import type { LetterRecord, OpenCall } from "../engine/records.ts";
import type { Settlement } from "../engine/step-commit.ts";

/** What it takes to end calls from outside. */
export interface CutCalls {
  readonly settlements: readonly Settlement[];
  /** Letters of these calls, which nobody can replay any more. */
  readonly letters: readonly string[];
}

/**
 * End calls from outside: what still comes of them moves nothing, a replay that had one tried again is over, and their
 * letters are resolved.
 */
export function cutCalls(
  calls: readonly OpenCall[],
  letters: readonly LetterRecord[],
  resolution: string,
): CutCalls {
  const ids = new Set(calls.map(({ id }) => id));
  return {
    settlements: calls.flatMap(({ id, status, commandId }) => [
      { kind: "effect-cut" as const, effectId: id, status },
      { kind: "letters-of-effect-resolved" as const, effectId: id, resolution },
      ...(commandId === undefined
        ? []
        : [{ kind: "command-concluded" as const, commandId, outcome: "cancelled" }]),
    ]),
    letters: letters
      .filter(({ source, effectId }) => source === "effect" && ids.has(effectId ?? ""))
      .map(({ id }) => id),
  };
}
