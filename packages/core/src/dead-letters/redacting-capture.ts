import type { JsonValue } from "../kernel/json.ts";
import { unrecordedMarker } from "../kernel/redaction/errors.ts";
import { createRedactor, type Redactor } from "../kernel/redaction/redactor.ts";
import { seal, sealedKeyId } from "../kernel/seal/seal.ts";
import type { SealKeyRing } from "../kernel/seal/seal-key-ring.ts";
import { machineIdOf } from "../projects/define-project.ts";
import type { MachineDefinition } from "../projects/project.ts";
import type { LetterCapture } from "./capture.ts";

/**
 * Capture with each machine's own redaction rules, sealing originals with the ring's current key.
 *
 * @param keys - undefined: originals are not kept, and a letter that lost something to redaction cannot be replayed as it was
 */
export function createLetterCapture(
  machines: readonly MachineDefinition[],
  keys: SealKeyRing | undefined,
): LetterCapture {
  const common = createRedactor();
  const own = new Map(
    machines.map((machine) => [machineIdOf(machine), redactorOf(machine)] as const),
  );
  return {
    redact(value: JsonValue, machineId) {
      const redactor = (machineId === undefined ? undefined : own.get(machineId)) ?? common;
      try {
        const { value: shown, paths } = redactor.redact(value);
        return { value: shown as JsonValue, paths };
      } catch (error) {
        return { value: unrecordedMarker(error), paths: [""] };
      }
    },
    scrub: (text) => common.redactErrorText(text),
    seal(original, letterId) {
      if (keys === undefined) return undefined;
      const sealed = seal(keys, original, letterId);
      return { sealed, keyId: sealedKeyId(sealed) };
    },
  };
}

function redactorOf(machine: MachineDefinition): Redactor {
  return createRedactor(machine.redactKeys === undefined ? {} : { extraKeys: machine.redactKeys });
}
