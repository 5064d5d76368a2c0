import type { DeliveryRecord } from "../engine/records.ts";
import type { RelayDefinition } from "../projects/project.ts";
import type { DeliveryClaim } from "./delivery-claim.ts";
import { createRelayRunner } from "./relay-runner.ts";
import type { Work } from "./work.ts";

/** Envelopes at the far sides of relays: each is claimed before it is offered, and let go once it is known what came of it. */
export interface RelayOffers {
  /** @throws {StoreUnavailableError} if they cannot be claimed; none was offered then */
  offer(deliveries: readonly DeliveryRecord[]): Promise<void>;
  /** Offer one that is claimed already; settles when it is known what came of it. */
  offerAlone(delivery: DeliveryRecord): Promise<void>;
  /** How many are at far sides now. */
  underWay(): number;
}

/** @param onResult - told once of each that was offered */
export function createRelayOffers(deps: {
  readonly relays: ReadonlyMap<string, RelayDefinition>;
  readonly claim: Pick<DeliveryClaim, "begin" | "end">;
  readonly onResult: (result: Extract<Work, { readonly kind: "relay-result" }>) => void;
}): RelayOffers {
  const { claim } = deps;
  const whenKnown = new Map<string, () => void>();
  let underWay = 0;

  const runner = createRelayRunner(deps.relays, (delivery, outcome) => {
    underWay -= 1;
    claim.end([delivery.id]);
    deps.onResult({ kind: "relay-result", delivery, outcome });
    whenKnown.get(delivery.id)?.();
  });

  return {
    async offer(deliveries) {
      const ids = deliveries.map(({ id }) => id);
      try {
        await claim.begin(ids);
      } catch (error) {
        claim.end(ids);
        throw error;
      }
      underWay += deliveries.length;
      runner.offer(deliveries);
    },
    offerAlone(delivery) {
      const known = new Promise<void>((resolve) => whenKnown.set(delivery.id, resolve));
      underWay += 1;
      runner.offer([delivery]);
      return known.finally(() => whenKnown.delete(delivery.id));
    },
    underWay: () => underWay,
  };
}
