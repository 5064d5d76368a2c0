import { afterAll, beforeAll, describe } from "vitest";
import { selectionsContract } from "../../../engine/selections.contract.ts";
import type { StoresRequest } from "../../../testing/contract-stores.ts";
import { openPostgresContracts } from "../../../testing/postgres-contract-stores.ts";

/** Of 100 filters each: 1,000 here and 9,000 in memory. */
const SEEDS = Array.from({ length: 10 }, (_seed, at) => at + 1_001);

describe("selections of the Postgres stores", () => {
  let contracts: Awaited<ReturnType<typeof openPostgresContracts>>;
  beforeAll(async () => {
    contracts = await openPostgresContracts();
  });
  afterAll(() => contracts.close());

  selectionsContract(
    { makeStores: (request: StoresRequest) => contracts.makeStores(request) },
    SEEDS,
  );
});
