import { describe } from "vitest";
import { brokerContract } from "../broker.contract.ts";
import { endedConsumerCase } from "../contract/run-through.contract.ts";
import { createMemoryBrokerServer, memoryBroker } from "./memory-broker.ts";

describe("a broker in memory [BRK-15]", () => {
  brokerContract({
    async open() {
      const server = createMemoryBrokerServer();
      return {
        connect: (options) => memoryBroker(server, options),
        putRaw: async (topic, body, headers) => server.put(topic, "raw", body, headers),
        close: async () => undefined,
      };
    },
  });
  const server = createMemoryBrokerServer();
  endedConsumerCase(() => memoryBroker(server));
});
