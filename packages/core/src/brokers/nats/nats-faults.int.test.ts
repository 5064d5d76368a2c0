import { afterAll, beforeAll, describe } from "vitest";
import { newId } from "../../kernel/ids.ts";
import { type FaultProxy, faultsOf, startFaultProxy } from "../../testing/fault-proxy.ts";
import { hasProgram, type OwnServer, startOwnServer } from "../../testing/own-server.ts";
import { brokerFaultsContract } from "../broker-faults.contract.ts";
import { natsBroker } from "./nats-broker.ts";

describe.skipIf(await hasProgram("nats-server").then((has) => !has))(
  "NATS JetStream in trouble",
  () => {
    let server: OwnServer;
    let proxy: FaultProxy;
    const prefix = `sagascope-test-${newId().slice(-12)}`;

    beforeAll(async () => {
      server = await startOwnServer("nats-server", ({ port, folder }) => [
        ...["-a", "127.0.0.1", "-p", String(port), "-js", "-sd", folder],
      ]);
      proxy = await startFaultProxy({ host: "127.0.0.1", port: server.port });
    });
    afterAll(async () => {
      await proxy?.close();
      await server?.stop();
    });

    const settings = () => ({
      ...{ url: `nats://127.0.0.1:${proxy.port}`, prefix, shards: 2 },
      ...{ leaseMs: 3_000, timeoutMs: 2_000 },
      connection: { ignoreClusterUpdates: true }, // or it would learn of the server behind the proxy
    });
    brokerFaultsContract({ restarts: true }, () => ({
      connect: (options) => natsBroker({ ...settings(), ...options }),
      elsewhere: () => ({
        imports: { natsBroker: new URL("./nats-broker.ts", import.meta.url).href },
        broker: `natsBroker(${JSON.stringify(settings())})`,
      }),
      ...faultsOf(proxy),
      restart: () => server.killAndRestart(),
    }));
  },
);
