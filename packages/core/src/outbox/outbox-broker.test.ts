import { describe } from "vitest";
import { brokerContract } from "../brokers/broker.contract.ts";
import { createMemoryOutbox } from "../stores/memory/outbox/memory-outbox.ts";
import { outboxBroker } from "./outbox-broker.ts";

describe("a broker on a table of messages in memory [BRK-15]", () => {
  brokerContract({
    async open() {
      const { storage, add } = createMemoryOutbox();
      const put = async (message: Parameters<typeof add>[0][number]) => void add([message]);
      return {
        connect: (options) => outboxBroker({ storage, publish: put, pollMs: 5, ...options }),
        putRaw: async (topic, payload, headers = {}) => put({ topic, payload, headers }),
        close: async () => undefined,
      };
    },
  });
});
