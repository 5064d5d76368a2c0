import { afterAll, beforeAll, describe } from "vitest";
import { type FaultProxy, faultsOf, startFaultProxy } from "../../testing/fault-proxy.ts";
import { isRabbitMissing, startOwnRabbit } from "../../testing/own-rabbitmq.ts";
import type { OwnServer } from "../../testing/own-server.ts";
import { brokerFaultsContract } from "../broker-faults.contract.ts";
import { rabbitMqBroker } from "./rabbitmq-broker.ts";

describe.skipIf(await isRabbitMissing())("RabbitMQ in trouble", () => {
  let server: OwnServer;
  let proxy: FaultProxy;

  beforeAll(async () => {
    server = await startOwnRabbit();
    proxy = await startFaultProxy({ host: "127.0.0.1", port: server.port });
  });
  afterAll(async () => {
    await proxy?.close();
    await server?.stop();
  });

  const settings = () => ({
    ...{ url: `amqp://guest:guest@127.0.0.1:${proxy.port}`, shards: 2, timeoutMs: 2_000 },
  });
  brokerFaultsContract({ restarts: true }, () => ({
    connect: (options) => rabbitMqBroker({ ...settings(), ...options }),
    elsewhere: () => ({
      imports: { rabbitMqBroker: new URL("./rabbitmq-broker.ts", import.meta.url).href },
      broker: `rabbitMqBroker(${JSON.stringify(settings())})`,
    }),
    ...faultsOf(proxy),
    restart: () => server.killAndRestart(),
  }));
});
