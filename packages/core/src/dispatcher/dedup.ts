import type { ReceiptKey } from "../engine/engine-store.ts";
import { dedupKeyOf } from "../inbox/dedup-key.ts";
import { inboxScope } from "../inbox/scope.ts";
import type { DecodedEnvelope } from "./delivery-work.ts";
import type { MachineCatalog } from "./machine-runtime.ts";

/** Under which key the inbox is asked about an envelope. */
export type Dedup =
  | { readonly kind: "key"; readonly key: ReceiptKey }
  /** It is handled however often it comes. */
  | { readonly kind: "never" }
  /** The project's function threw. */
  | { readonly kind: "failed"; readonly error: unknown };

/** Asked once, before the inbox is read, so that check and receipt use one key. Never throws. */
export function dedupOf(
  machines: MachineCatalog,
  lane: { readonly machineId: string; readonly subject: string },
  decoded: DecodedEnvelope,
): Dedup {
  if (decoded.kind === "corrupt") return { kind: "never" };
  const lookup = machines.current(lane.machineId);
  const rule = lookup.kind === "found" ? lookup.runtime.definition.dedupKey : undefined;
  try {
    const key = dedupKeyOf(rule ?? "id", decoded.envelope);
    if (key === undefined) return { kind: "never" };
    const scope = inboxScope(decoded.envelope.source, lane.machineId, lane.subject);
    return { kind: "key", key: { scope, key } };
  } catch (error) {
    return { kind: "failed", error };
  }
}
