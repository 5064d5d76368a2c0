import type { InstanceSummary } from "@sagascope/core/postgres";
import type { EngineDoor } from "./door/engine-door.ts";
import { NotFoundError, UsageError } from "./errors.ts";

/**
 * The instance a key names: `MACHINE/SUBJECT`, or the subject alone where only one machine has an instance for it.
 *
 * @throws {NotFoundError} if there is none
 * @throws {UsageError} if several machines have one
 */
export async function findByKey(
  door: Pick<EngineDoor, "listInstancesOfSubject">,
  key: string,
): Promise<InstanceSummary> {
  const at = key.indexOf("/");
  const [machine, subject] = [key.slice(0, at), key.slice(at + 1)];
  const named = at < 0 ? [] : await door.listInstancesOfSubject(subject);
  const found = named.find(({ machineId }) => machineId === machine);
  if (found !== undefined) return found;
  const [only, ...others] = await door.listInstancesOfSubject(key);
  if (only === undefined) {
    throw new NotFoundError(`no instance '${key}': give MACHINE/SUBJECT, or the subject alone`);
  }
  if (others.length === 0) return only;
  const keys = [only, ...others].map(({ machineId }) => `${machineId}/${key}`).join(", ");
  throw new UsageError(`several machines have an instance '${key}': give one of ${keys}`);
}
