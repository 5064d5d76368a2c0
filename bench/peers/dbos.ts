/**
 * DBOS with its workflows called directly, side by side in one process, and a pool of 10 connections: faster than through its
 * queue, which polls. The time of each is from its call to its durable end.
 *
 * Not promised here: order per key, flow control (who calls directly has no queue), a history of states, published events;
 * compensation is the workflow's own code.
 */
import { DBOS } from "@dbos-inc/dbos-sdk";
import { runInLoops } from "../contenders/closed-loops.ts";
import type { OpenContender } from "../contenders/contender.ts";

const CONNECTIONS_MAX = 10;

const fulfil = DBOS.registerWorkflow(
  async (order: number) => {
    const reserved = await DBOS.runStep(async () => ({ order }), { name: "reserve" });
    const charged = await DBOS.runStep(async () => ({ order: reserved.order }), { name: "charge" });
    return DBOS.runStep(async () => ({ order: charged.order }), { name: "ship" });
  },
  { name: "fulfil" },
);

export const openContender: OpenContender = async ({ databaseUrl }) => {
  DBOS.setConfig({
    name: "bench",
    systemDatabaseUrl: databaseUrl,
    systemDatabasePoolSize: CONNECTIONS_MAX,
    logLevel: "error",
  });
  await DBOS.launch();
  const run = async (order: number) => {
    await fulfil(order);
  };
  return {
    workflows: async (count, atOnce) => () => runInLoops(count, atOnce, run),
    alone: async () => () => run(0),
    close: () => DBOS.shutdown(),
  };
};
