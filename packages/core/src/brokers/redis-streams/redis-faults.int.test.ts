import { afterAll, beforeAll, describe } from "vitest";
import { newId } from "../../kernel/ids.ts";
import { type FaultProxy, faultsOf, startFaultProxy } from "../../testing/fault-proxy.ts";
import { hasProgram, type OwnServer, startOwnServer } from "../../testing/own-server.ts";
import { brokerFaultsContract } from "../broker-faults.contract.ts";
import { redisStreamsBroker } from "./redis-streams-broker.ts";

describe.skipIf(await hasProgram("redis-server").then((has) => !has))(
  "Redis Streams in trouble",
  () => {
    let server: OwnServer;
    let proxy: FaultProxy;
    const keyPrefix = `sagascope-test-${newId()}`;

    beforeAll(async () => {
      server = await startOwnServer("redis-server", ({ port, folder }) => [
        ...["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--save", ""],
        ...["--appendonly", "yes", "--appendfsync", "always"],
      ]);
      proxy = await startFaultProxy({ host: "127.0.0.1", port: server.port });
    });
    afterAll(async () => {
      await proxy?.close();
      await server?.stop();
    });

    const settings = () => ({
      ...{ url: `redis://127.0.0.1:${proxy.port}`, keyPrefix, shards: 2 },
      ...{ leaseMs: 3_000, timeoutMs: 2_000 },
    });
    brokerFaultsContract({ restarts: true }, () => ({
      connect: (options) => redisStreamsBroker({ ...settings(), ...options }),
      elsewhere: () => ({
        imports: { redisStreamsBroker: new URL("./redis-streams-broker.ts", import.meta.url).href },
        broker: `redisStreamsBroker(${JSON.stringify(settings())})`,
      }),
      ...faultsOf(proxy),
      restart: () => server.killAndRestart(),
    }));
  },
);
