import { afterAll, beforeAll, describe } from "vitest";
import { engineStoresContract } from "../../engine/engine-stores.contract.ts";
import type { StoresRequest } from "../../testing/contract-stores.ts";
import { openPostgresContracts } from "../../testing/postgres-contract-stores.ts";

describe("postgresEngineStores", () => {
  let contracts: Awaited<ReturnType<typeof openPostgresContracts>>;
  beforeAll(async () => {
    contracts = await openPostgresContracts();
  });
  afterAll(() => contracts.close());

  engineStoresContract({ makeStores: (request: StoresRequest) => contracts.makeStores(request) });
});
