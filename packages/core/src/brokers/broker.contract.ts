import { afterAll, afterEach, beforeAll } from "vitest";
import type { Broker } from "./broker.ts";
import { consumingCases } from "./contract/consuming.contract.ts";
import {
  type BrokerContractOptions,
  type BrokerUnderTest,
  type ContractBench,
  newTopic,
} from "./contract/contract-bench.ts";
import { orderCases } from "./contract/order.contract.ts";
import { settlingCases } from "./contract/settling.contract.ts";
import { unreadableCases } from "./contract/unreadable.contract.ts";

/** What any broker owes publishers and consumers [BRK-15]. Call it inside a `describe` named after the implementation. */
export function brokerContract(options: BrokerContractOptions): void {
  let server: BrokerUnderTest;
  const brokers: Broker[] = [];

  beforeAll(async () => {
    server = await options.open();
  });
  afterEach(async () => {
    await Promise.all(brokers.splice(0).map((broker) => broker.close({ drainMs: 0 })));
  });
  afterAll(async () => {
    await server?.close();
  });

  const connect: ContractBench["connect"] = (settings) => {
    const broker = server.connect(settings);
    brokers.push(broker);
    return broker;
  };
  const bench: ContractBench = {
    connect,
    async topic() {
      const name = newTopic();
      await connect().createTopics([name]);
      return name;
    },
    putRaw: (...message) => server.putRaw(...message),
  };
  settlingCases(bench);
  consumingCases(bench);
  orderCases(bench);
  unreadableCases(bench);
}
