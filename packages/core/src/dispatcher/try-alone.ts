import type { LaneStore } from "../engine/engine-store.ts";
import type { Logger } from "../kernel/logger.ts";
import type { DeliveryClaim } from "./delivery-claim.ts";
import type { Suspect } from "./lane.ts";
import type { RelayOffers } from "./relay-offers.ts";
import { timerAlone } from "./timer-alone.ts";
import { laneOf, workKey } from "./work.ts";

export interface TryAloneDependencies {
  readonly store: LaneStore;
  readonly claim: DeliveryClaim;
  readonly offers: RelayOffers;
  readonly logger: Logger;
  /** Plan and commit it; its claim is recorded already. */
  readonly handle: (suspect: Suspect) => Promise<void>;
}

/**
 * Try what a worker may have died of, with nothing else under way, so that a second death counts against nothing else.
 *
 * @throws {StoreUnavailableError} if the store cannot be reached; nothing was counted
 */
export function tryAlone(deps: TryAloneDependencies, suspect: Suspect): Promise<void> {
  const { deliveries, attempts } = suspect.kind === "timer" ? suspect.timer : suspect.delivery;
  deps.logger.warn(`a ${suspect.kind} is tried by itself, since a worker died with it`, {
    lane: laneOf(suspect),
    work: workKey(suspect),
    deliveries,
    attempts,
  });
  const handle = () => deps.handle(suspect);
  if (suspect.kind === "timer") return timerAlone(deps.store, suspect.timer, handle);
  const { delivery } = suspect;
  const offer = () => deps.offers.offerAlone(delivery);
  return deps.claim.alone(delivery.id, delivery.kind === "relay" ? offer : handle);
}
