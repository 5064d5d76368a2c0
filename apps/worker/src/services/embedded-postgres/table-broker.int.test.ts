import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import {
  brokerFaultsContract,
  type FaultProxy,
  faultsOf,
  startFaultProxy,
} from "@sagascope/core/testing";
import pg from "pg";
import { afterAll, beforeAll, describe } from "vitest";
import { sendSignal, waitUntilGone } from "../processes/running-process.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./start-embedded-postgres.ts";
import { openTableBroker, TABLE_SQL } from "./testing/table-broker.ts";

const GONE_MS = 30_000;
const BENCH = new URL("./testing/table-broker.ts", import.meta.url).href;

/** With a server of its own, which may be killed: commits wait for its disk. */
describe("a broker on a table of a Postgres that is killed [BRK-15]", () => {
  let dir: string;
  let server: EmbeddedPostgres;
  let proxy: FaultProxy;
  const start = () => startEmbeddedPostgres({ home: path.join(dir, "postgres") });
  const throughProxy = () => {
    const url = new URL(server.url);
    url.host = `127.0.0.1:${proxy.port}`;
    return url.href;
  };

  beforeAll(async () => {
    dir = mkdtempSync(path.join(os.tmpdir(), "sagascope-table-broker-"));
    chmodSync(dir, 0o711); // as root, the server runs as somebody else who has to pass through
    server = await start();
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await client.query(TABLE_SQL);
    await client.end();
    const { hostname, port } = new URL(server.url);
    proxy = await startFaultProxy({ host: hostname, port: Number(port) });
  });
  afterAll(async () => {
    await proxy?.close();
    await server?.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  brokerFaultsContract({ restarts: true }, () => ({
    connect: (options) => openTableBroker(throughProxy(), options),
    elsewhere: () => ({
      imports: { openTableBroker: BENCH },
      broker: `openTableBroker(${JSON.stringify(throughProxy())})`,
    }),
    ...faultsOf(proxy),
    async restart() {
      sendSignal(server.pid, "SIGKILL");
      await waitUntilGone(server.pid, GONE_MS);
      server = await start(); // at the address it had
    },
  }));
});
