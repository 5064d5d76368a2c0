import type { Service } from "../charts/logic.ts";
import type { MachineCatalog } from "../dispatcher/machine-runtime.ts";
import type { EffectRecord } from "../engine/records.ts";
import { UnknownServiceError } from "./errors.ts";

/**
 * The user's code behind a call.
 *
 * @throws {UnknownServiceError} if this worker has none: tried again later, since another version may have it
 */
export function findService(
  machines: MachineCatalog,
  effect: Pick<EffectRecord, "machineId" | "kind" | "src">,
): Service {
  const lookup = machines.current(effect.machineId);
  const logic = lookup.kind === "found" ? lookup.runtime.definition.logic : undefined;
  const found =
    effect.kind === "invoke" ? logic?.services?.[effect.src] : logic?.actions?.[effect.src];
  if (typeof found !== "function") throw new UnknownServiceError(effect.machineId, effect.src);
  return found as Service;
}
