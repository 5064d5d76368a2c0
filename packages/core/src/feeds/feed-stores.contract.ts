import type { FeedContractOptions } from "../testing/feed-contract-stores.ts";
import { feedCursorsContract } from "./feed-cursors.contract.ts";
import { feedLeasesContract } from "./feed-leases.contract.ts";
import { feedSourceContract } from "./feed-source.contract.ts";

/** What the stores of feeds owe them, all ports together. Call it inside a `describe` named after the implementation. */
export function feedStoresContract(options: FeedContractOptions): void {
  feedSourceContract(options);
  feedCursorsContract(options);
  feedLeasesContract(options);
}
