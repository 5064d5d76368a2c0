import { describe } from "vitest";
import { selectionsContract } from "../../../engine/selections.contract.ts";
import { makeMemoryStores } from "../../../testing/memory-contract-stores.ts";

/** Of 100 filters each: 9,000 here and 1,000 on Postgres. */
const SEEDS = Array.from({ length: 90 }, (_seed, at) => at + 1);

describe("selections of the memory stores", () => {
  selectionsContract({ makeStores: makeMemoryStores }, SEEDS);
});
