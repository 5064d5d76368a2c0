import { buildApp } from "fauxqs";
import { afterAll, beforeAll, describe } from "vitest";
import { type FaultProxy, startFaultProxy } from "../../testing/fault-proxy.ts";
import { brokerFaultsContract } from "../broker-faults.contract.ts";
import { sqsBroker } from "./sqs-broker.ts";

const OUTAGE_MS = 300;

describe("Amazon SQS in trouble", () => {
  const app = buildApp({ logger: false });
  let proxy: FaultProxy;

  beforeAll(async () => {
    const { hostname, port } = new URL(await app.listen({ host: "127.0.0.1", port: 0 }));
    proxy = await startFaultProxy({ host: hostname, port: Number(port) });
  });
  afterAll(async () => {
    await proxy?.close();
    await app.close();
  });

  brokerFaultsContract(() => ({
    connect: (options) =>
      sqsBroker({
        ...{ leaseMs: 3_000, timeoutMs: 2_000, ...options },
        client: {
          ...{ endpoint: `http://127.0.0.1:${proxy.port}`, region: "us-east-1" },
          credentials: { accessKeyId: "test", secretAccessKey: "test" },
          useQueueUrlAsEndpoint: false, // or it would go around the proxy
        },
      }),
    cut: () => proxy.cut(),
    // The server of the tests keeps queues in memory, which the service does not: killed, it is away for a while.
    async restart() {
      proxy.refuse(true);
      proxy.cut();
      await new Promise((resolve) => setTimeout(resolve, OUTAGE_MS));
      proxy.refuse(false);
    },
    hang: proxy.hang,
  }));
});
