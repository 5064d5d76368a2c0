import type { ChartGraph } from "@sagascope/core/charts";
import type { RunElk } from "../../../lib/elk/elk-engine.ts";
import type { ChartLayout } from "./chart-layout.ts";

/** Lays out one chart. */
export type Layout = (graph: ChartGraph) => Promise<ChartLayout>;

/** Something that lays out charts elsewhere, and may be ended. */
export interface LayoutWorker {
  readonly layout: Layout;
  readonly stop: () => void;
}

/** What is laid out by a worker that can fall silent. */
export interface LimitedLayouts {
  /** Starts the worker, before there is anything to lay out. */
  readonly prepare: () => void;
  /** Rejects when the worker says nothing for too long; the next call has a new worker. */
  readonly layout: Layout;
}

/** Gives a worker this long for each layout. A worker that stays silent is ended, so that trying again begins afresh. */
export function limitedLayouts(start: () => LayoutWorker, limitMs: number): LimitedLayouts {
  let running: LayoutWorker | undefined;
  const started = () => {
    running ??= start();
    return running;
  };
  return {
    prepare: () => void started(),
    layout: (graph) =>
      new Promise((resolve, reject) => {
        const worker = started();
        const limit = setTimeout(() => {
          worker.stop();
          if (running === worker) running = undefined;
          reject(new Error(`Nothing came back within ${limitMs / 1_000} s`));
        }, limitMs);
        worker
          .layout(graph)
          .then(resolve, reject)
          .finally(() => clearTimeout(limit));
      }),
  };
}

/** Gives ELK up after a while, which is what it does itself on charts that it cannot lay out. */
export function limitedElk(run: RunElk, limitMs: number): RunElk {
  return (graph) => {
    let limit: ReturnType<typeof setTimeout> | undefined;
    const silence = new Promise<never>((_resolve, reject) => {
      limit = setTimeout(() => reject(new Error("ELK stays silent")), limitMs);
    });
    return Promise.race([run(graph), silence]).finally(() => clearTimeout(limit));
  };
}
