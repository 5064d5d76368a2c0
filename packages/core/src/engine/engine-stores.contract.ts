import type { EngineContractOptions } from "../testing/contract-stores.ts";
import { commandStoreContract } from "./command-store.contract.ts";
import { effectStoreContract } from "./effect-store.contract.ts";
import { instanceWorkContract } from "./instance-work.contract.ts";
import { laneStoreContract } from "./lane-store.contract.ts";
import { replayJobStoreContract } from "./replay-job-store.contract.ts";
import { scheduleStoreContract } from "./schedule-store.contract.ts";
import { workCountsContract } from "./work-counts.contract.ts";
import { workerStoreContract } from "./worker-store.contract.ts";

/** What the stores of an engine owe it, all ports together. Call it inside a `describe` named after the implementation. */
export function engineStoresContract(options: EngineContractOptions): void {
  laneStoreContract(options);
  effectStoreContract(options);
  commandStoreContract(options);
  instanceWorkContract(options);
  scheduleStoreContract(options);
  replayJobStoreContract(options);
  workerStoreContract(options);
  workCountsContract(options);
}
