/**
 * The inbox scope of one sender, machine and instance: `principal/machine/instance`, each part escaped so that the join
 * is injective. The one place that builds it, since two spellings would let a duplicate through.
 */
export function inboxScope(principal: string, machineId: string, instanceKey: string): string {
  return [principal, machineId, instanceKey].map(escapePart).join("/");
}

function escapePart(part: string): string {
  return part.replaceAll("%", "%25").replaceAll("/", "%2F");
}
