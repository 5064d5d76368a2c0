import { afterAll, beforeAll, describe } from "vitest";
import type { StoresRequest } from "../testing/contract-stores.ts";
import { openPostgresContracts } from "../testing/postgres-contract-stores.ts";
import { handleContract } from "./handle-envelope.contract.ts";

describe("a run by hand over Postgres stores", () => {
  let contracts: Awaited<ReturnType<typeof openPostgresContracts>>;
  beforeAll(async () => {
    contracts = await openPostgresContracts();
  });
  afterAll(() => contracts.close());

  handleContract({ makeStores: (request: StoresRequest) => contracts.makeStores(request) });
});
