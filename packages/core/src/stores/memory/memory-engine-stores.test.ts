import { describe } from "vitest";
import { engineStoresContract } from "../../engine/engine-stores.contract.ts";
import { makeMemoryStores } from "../../testing/memory-contract-stores.ts";

describe("memoryEngineStores", () => {
  engineStoresContract({ makeStores: makeMemoryStores });
});
