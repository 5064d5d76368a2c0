import type { OutboxContractOptions } from "../testing/outbox-contract-bench.ts";
import { outboxClaimsContract } from "./outbox-claims.contract.ts";
import { outboxOrderContract } from "./outbox-order.contract.ts";
import { outboxSettlementContract } from "./outbox-settlement.contract.ts";
import { outboxUpkeepContract } from "./outbox-upkeep.contract.ts";

/** What any table of messages owes relays and queues [OBX-45]. Call it inside a `describe` named after the implementation. */
export function outboxStorageContract(options: OutboxContractOptions): void {
  outboxClaimsContract(options);
  outboxOrderContract(options);
  outboxSettlementContract(options);
  outboxUpkeepContract(options);
}
