import type { ChartGraph } from "@sagascope/core/charts";
import { runElk } from "../../../lib/elk/elk-engine.ts";
import type { ChartLayout } from "./chart-layout.ts";
import { layoutChart } from "./layout-chart.ts";
import { askForLayouts, type FromWorker, type ToWorker } from "./layout-messages.ts";

type Layout = (graph: ChartGraph) => Promise<ChartLayout>;

let engine: Promise<Layout> | undefined;

/**
 * Lays out a chart in a worker, whatever its size and shape, so that none of it holds up a click; in place where no worker
 * can be started.
 */
export async function layoutInWorker(graph: ChartGraph): Promise<ChartLayout> {
  engine ??= startWorker();
  return (await engine)(graph);
}

async function startWorker(): Promise<Layout> {
  if (typeof window === "undefined" || typeof Worker === "undefined") return layoutChart;
  try {
    const worker = new Worker(new URL("./layout-worker.ts", import.meta.url), { type: "module" });
    await new Promise<void>((resolve, reject) => {
      worker.addEventListener("message", () => resolve(), { once: true });
      worker.addEventListener("error", reject, { once: true });
    });
    const post = (message: ToWorker) => worker.postMessage(message);
    const listen = (on: (message: FromWorker) => void) =>
      worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => on(data));
    return askForLayouts({ post, listen }, runElk);
  } catch {
    return layoutChart;
  }
}
