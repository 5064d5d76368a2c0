import { buildApp } from "fauxqs";
import { afterAll, beforeAll, describe } from "vitest";
import { type FaultProxy, faultsOf, startFaultProxy } from "../../testing/fault-proxy.ts";
import { brokerFaultsContract } from "../broker-faults.contract.ts";
import { sqsBroker } from "./sqs-broker.ts";

/** The service, unlike it, keeps queues for good. */
const IN_MEMORY = "the server of the tests has its queues in memory";

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

  const settings = () => ({
    ...{ leaseMs: 3_000, timeoutMs: 2_000 },
    client: {
      ...{ endpoint: `http://127.0.0.1:${proxy.port}`, region: "us-east-1" },
      credentials: { accessKeyId: "test", secretAccessKey: "test" },
      useQueueUrlAsEndpoint: false, // or it would go around the proxy
    },
  });
  brokerFaultsContract({ restarts: IN_MEMORY }, () => ({
    connect: (options) => sqsBroker({ ...settings(), ...options }),
    elsewhere: () => ({
      imports: { sqsBroker: new URL("./sqs-broker.ts", import.meta.url).href },
      broker: `sqsBroker(${JSON.stringify(settings())})`,
    }),
    ...faultsOf(proxy),
  }));
});
