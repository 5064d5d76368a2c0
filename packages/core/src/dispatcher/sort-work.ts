import type { DeliveryRecord } from "../engine/records.ts";
import { isToRelay, type Work } from "./work.ts";

/** Carried out by itself: it has transactions of its own. */
export type CommandWork = Extract<Work, { readonly kind: "command" }>;
/** Committed together with that of other lanes. */
export type BatchWork = Exclude<Work, CommandWork>;

/** Work by the way it is done. */
export interface SortedWork {
  readonly commands: readonly CommandWork[];
  /** What relays have to hand on; the results come back as work for a batch. */
  readonly toOffer: readonly DeliveryRecord[];
  readonly batch: readonly BatchWork[];
}

export function sortWork(works: readonly Work[]): SortedWork {
  const commands: CommandWork[] = [];
  const toOffer: DeliveryRecord[] = [];
  const batch: BatchWork[] = [];
  for (const work of works) {
    if (work.kind === "command") commands.push(work);
    else if (isToRelay(work)) toOffer.push(work.delivery);
    else batch.push(work);
  }
  return { commands, toOffer, batch };
}
