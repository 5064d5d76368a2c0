import type { ChartGraph } from "@sagascope/core/charts";
import type { ElkNode } from "elkjs/lib/elk-api.js";
import type { RunElk } from "../../../lib/elk/elk-engine.ts";
import type { ChartLayout } from "./chart-layout.ts";
import { layoutChart } from "./layout-chart.ts";

/** What the page says to its layout worker. */
export type ToWorker =
  | { readonly kind: "layout"; readonly id: number; readonly graph: ChartGraph }
  /** What the worker asked of ELK. */
  | { readonly kind: "elk"; readonly id: number; readonly placed: ElkNode | undefined };

/** What the worker says to the page. ELK has a worker of its own, which only the page can talk to. */
export type FromWorker =
  | { readonly kind: "ready" }
  | { readonly kind: "elk"; readonly id: number; readonly graph: ElkNode }
  | { readonly kind: "done"; readonly id: number; readonly layout: ChartLayout }
  | { readonly kind: "failed"; readonly id: number; readonly reason: string };

/** One end of a way of messages. */
export interface Port<Out, In> {
  readonly post: (message: Out) => void;
  readonly listen: (on: (message: In) => void) => void;
}

/** The worker's side: lays out what it is asked to. */
export function serveLayouts({ post, listen }: Port<FromWorker, ToWorker>): void {
  const waiting = new Map<number, (placed: ElkNode | undefined) => void>();
  const runThere =
    (id: number): RunElk =>
    async (graph) => {
      const placed = await new Promise<ElkNode | undefined>((resolve) => {
        waiting.set(id, resolve);
        post({ kind: "elk", id, graph });
      });
      if (placed === undefined) throw new Error("ELK gave up");
      return placed;
    };
  listen((message) => {
    const { id } = message;
    if (message.kind === "elk") {
      waiting.get(id)?.(message.placed);
      waiting.delete(id);
      return;
    }
    layoutChart(message.graph, runThere(id)).then(
      (layout) => post({ kind: "done", id, layout }),
      (error: unknown) => post({ kind: "failed", id, reason: reasonOf(error) }),
    );
  });
  post({ kind: "ready" });
}

/** The page's side: gives a chart to the worker, and ELK what the worker wants of it. */
export function askForLayouts(
  { post, listen }: Port<ToWorker, FromWorker>,
  run: RunElk,
): (graph: ChartGraph) => Promise<ChartLayout> {
  const waiting = new Map<number, Asked>();
  let last = 0;
  listen((message) => {
    if (message.kind === "ready") return;
    const { id } = message;
    if (message.kind === "elk") {
      run(message.graph).then(
        (placed) => post({ kind: "elk", id, placed }),
        () => post({ kind: "elk", id, placed: undefined }),
      );
      return;
    }
    const asked = waiting.get(id);
    waiting.delete(id);
    if (message.kind === "done") asked?.resolve(message.layout);
    else asked?.reject(new Error(message.reason));
  });
  return (graph) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      post({ kind: "layout", id: last, graph });
    });
}

interface Asked {
  readonly resolve: (layout: ChartLayout) => void;
  readonly reject: (reason: Error) => void;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
