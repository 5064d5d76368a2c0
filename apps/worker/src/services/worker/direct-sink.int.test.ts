import { createTestDatabase, eventually, publish } from "@sagascope/core/testing";
import { expect, it } from "vitest";
import { startServices } from "./testing/start-services.ts";
import { startWorker } from "./testing/start-worker.ts";

it("a worker tells the sinks that its project declares, and when it stops waits for them to end [OBX-15]", async () => {
  const database = await createTestDatabase();
  const services = await startServices();
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const answers: string[] = [];
  services.onCall = async ({ service }) => {
    await answered;
    answers.push(service);
  };
  const project = new URL("./testing/sink-project.ts", import.meta.url);
  const worker = startWorker(database.url, services.url, project);
  try {
    await worker.started;
    await publish(database.pool, "commands", "ring", "tower");
    await eventually("the sink to be told", async () => services.calls.length === 1);
    expect(services.callsOf("tower")).toEqual(["bell.rung"]);
    worker.terminate();
    await eventually("the worker to give up its subjects", async () => {
      const { rows } = await database.pool.query(
        "SELECT 1 FROM sagascope.lane_shard WHERE owner IS NOT NULL",
      );
      return rows.length === 0;
    });
    expect(worker.isRunning()).toBe(true);
    answer();
    expect(await worker.ended).toBe(0);
    expect(answers).toEqual(["bell.rung"]);
  } finally {
    await worker.kill();
    await services.close();
    await database.drop();
  }
});
