import { chartGraph, parseChart } from "@sagascope/core/charts";
import { describe, expect, it } from "vitest";
import { runElk } from "../../../lib/elk/elk-engine.ts";
import { layoutChart } from "./layout-chart.ts";
import {
  askForLayouts,
  type FromWorker,
  type Port,
  serveLayouts,
  type ToWorker,
} from "./layout-messages.ts";
import { largeCharts } from "./testing/large-charts.ts";

/** Both ends of a way on which messages are copied, as between threads; and what passed. */
function wire() {
  const passed: string[] = [];
  const toWorker: ((message: ToWorker) => void)[] = [];
  const toPage: ((message: FromWorker) => void)[] = [];
  const send = <Message extends { readonly kind: string }>(
    to: readonly ((message: Message) => void)[],
    message: Message,
  ) => {
    passed.push(message.kind);
    queueMicrotask(() => to.forEach((on) => void on(structuredClone(message))));
  };
  const page: Port<ToWorker, FromWorker> = {
    post: (message) => send(toWorker, message),
    listen: (on) => void toPage.push(on),
  };
  const worker: Port<FromWorker, ToWorker> = {
    post: (message) => send(toPage, message),
    listen: (on) => void toWorker.push(on),
  };
  return { page, worker, passed };
}

const small = chartGraph(parseChart(largeCharts(12).tree));
const large = chartGraph(parseChart(largeCharts(60).tree));

describe("layouts of a worker", () => {
  it("are those that would be made in place, for small charts by way of ELK and for large ones without it", async () => {
    const { page, worker, passed } = wire();
    const layout = askForLayouts(page, runElk);
    serveLayouts(worker);
    const both = await Promise.all([layout(small), layout(large)]);
    expect(both).toEqual([await layoutChart(small), await layoutChart(large)]);
    expect(both.map(({ by }) => by)).toEqual(["elk", "tracks"]);
    expect(passed.filter((kind) => kind === "elk")).toHaveLength(2);
  });

  it("are made without ELK where it gives up", async () => {
    const { page, worker } = wire();
    const layout = askForLayouts(page, () => Promise.reject(new Error("stack overflow")));
    serveLayouts(worker);
    expect((await layout(small)).by).toBe("tracks");
  });

  it("say why there is none", async () => {
    const { page, worker } = wire();
    const layout = askForLayouts(page, runElk);
    serveLayouts(worker);
    const torn = { ...small, states: [{ ...small.states[0], parent: "nowhere" }] } as typeof small;
    await expect(layout({ ...torn, states: undefined as never })).rejects.toThrow();
  });
});
