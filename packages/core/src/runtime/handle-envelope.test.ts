import { describe } from "vitest";
import { makeMemoryStores } from "../testing/memory-contract-stores.ts";
import { handleContract } from "./handle-envelope.contract.ts";

describe("a run by hand over memory stores", () => {
  handleContract({ makeStores: makeMemoryStores });
});
