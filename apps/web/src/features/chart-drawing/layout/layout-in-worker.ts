import { runElk } from "../../../lib/elk/elk-engine.ts";
import { layoutChart } from "./layout-chart.ts";
import { askForLayouts, type FromWorker, type ToWorker } from "./layout-messages.ts";
import {
  type LayoutWorker,
  type LimitedLayouts,
  limitedElk,
  limitedLayouts,
} from "./limited-layouts.ts";

/** The largest charts take a second on a slow machine; whoever waits this long waits for nothing. */
const LAYOUT_MS_MAX = 45_000;
/** A chart that ELK says nothing of is drawn without it, before the worker itself is given up. */
const ELK_MS_MAX = 20_000;

let layouts: LimitedLayouts | undefined;

/** Starts the worker while a page still reads its chart: starting takes longer than most layouts do. */
export function prepareLayouts(): void {
  layouts ??= limitedLayouts(startWorker, LAYOUT_MS_MAX);
  layouts.prepare();
}

/**
 * Lays out a chart in a worker, whatever its size and shape, so that none of it holds up a click; in place where no worker
 * can be started. Rejects when the worker stays silent.
 */
export const layoutInWorker: LayoutWorker["layout"] = (graph) => {
  layouts ??= limitedLayouts(startWorker, LAYOUT_MS_MAX);
  return layouts.layout(graph);
};

function startWorker(): LayoutWorker {
  const inPlace = { layout: layoutChart, stop: () => {} };
  if (typeof window === "undefined" || typeof Worker === "undefined") return inPlace;
  try {
    const worker = new Worker(new URL("./layout-worker.ts", import.meta.url), { type: "module" });
    const started = answering(worker).catch(() => layoutChart);
    return {
      layout: async (graph) => (await started)(graph),
      stop: () => worker.terminate(),
    };
  } catch {
    return inPlace;
  }
}

/** Waits until the worker is there. @throws what it ended with, if it could not be loaded */
async function answering(worker: Worker): Promise<LayoutWorker["layout"]> {
  await new Promise<void>((resolve, reject) => {
    worker.addEventListener("message", () => resolve(), { once: true });
    worker.addEventListener("error", reject, { once: true });
  });
  const post = (message: ToWorker) => worker.postMessage(message);
  const listen = (on: (message: FromWorker) => void) =>
    worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => on(data));
  return askForLayouts({ post, listen }, limitedElk(runElk, ELK_MS_MAX));
}
