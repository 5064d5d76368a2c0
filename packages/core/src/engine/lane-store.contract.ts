import type { EngineContractOptions } from "../testing/contract-stores.ts";
import { laneCommitContract } from "./lane-commit.contract.ts";
import { laneConflictsContract } from "./lane-conflicts.contract.ts";
import { laneLettersContract } from "./lane-letters.contract.ts";
import { laneReadingContract } from "./lane-reading.contract.ts";
import { laneTimersContract } from "./lane-timers.contract.ts";
import { publishingContract } from "./publishing.contract.ts";
import { receiptsContract } from "./receipts.contract.ts";

/** What every `LaneStore` owes an engine. Call it inside a `describe` named after the implementation. */
export function laneStoreContract(options: EngineContractOptions): void {
  publishingContract(options);
  laneReadingContract(options);
  laneCommitContract(options);
  laneConflictsContract(options);
  receiptsContract(options);
  laneTimersContract(options);
  laneLettersContract(options);
}
