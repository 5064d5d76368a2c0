import type { JsonValue } from "../kernel/json.ts";
import { unrecordedMarker } from "../kernel/redaction/errors.ts";
import { redactorOf } from "../kernel/redaction/redaction-settings.ts";
import { seal, sealedKeyId } from "../kernel/seal/seal.ts";
import type { SealKeyRing } from "../kernel/seal/seal-key-ring.ts";
import type { ProjectDefinition } from "../projects/project.ts";
import { redactionRulesOf } from "../projects/redaction-rules.ts";
import type { LetterCapture } from "./capture.ts";
import { causeOf } from "./cause.ts";

/**
 * Capture with each machine's own redaction rules, sealing originals with the ring's current key.
 *
 * @param keys - undefined: originals are not kept, and a letter that lost something to redaction cannot be replayed as it was
 */
export function createLetterCapture(
  project: Pick<ProjectDefinition, "machines" | "redaction" | "cause">,
  keys: SealKeyRing | undefined,
): LetterCapture {
  const common = redactorOf(project.redaction);
  const own = new Map(
    redactionRulesOf(project).map(({ machineId, settings }) => [machineId, redactorOf(settings)]),
  );
  const redactorFor = (machineId: string | undefined) => own.get(machineId) ?? common;
  return {
    redact(value: JsonValue, machineId) {
      const redactor = redactorFor(machineId);
      try {
        const { value: shown, paths } = redactor.redact(value);
        return { value: shown as JsonValue, paths };
      } catch (error) {
        return { value: unrecordedMarker(error), paths: [""] };
      }
    },
    scrub: (text, machineId, known) => redactorFor(machineId).redactErrorText(text, known),
    cause: (facts) => causeOf(facts, project.cause),
    seal(original, letterId) {
      if (keys === undefined) return undefined;
      const sealed = seal(keys, original, letterId);
      return { sealed, keyId: sealedKeyId(sealed) };
    },
  };
}
