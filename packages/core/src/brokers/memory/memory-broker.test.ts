import { describe } from "vitest";
import { brokerContract } from "../broker.contract.ts";
import { createMemoryBrokerServer, memoryBroker } from "./memory-broker.ts";

describe("a broker in memory", () => {
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
});
