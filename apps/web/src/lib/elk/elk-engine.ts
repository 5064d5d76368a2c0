import type { ELK, ElkNode } from "elkjs/lib/elk-api.js";

/** Computes a layout. */
export type RunElk = (graph: ElkNode) => Promise<ElkNode>;

let engine: Promise<ELK> | undefined;

/**
 * Runs ELK: in the browser in a worker of its own, so that a large chart never holds up a click; elsewhere, and where
 * a worker cannot be started, in place. It is loaded on first use, since only pages with a chart need its 1.5 MB.
 */
export const runElk: RunElk = async (graph) => {
  engine ??= loadEngine();
  return (await engine).layout(graph);
};

async function loadEngine(): Promise<ELK> {
  if (typeof window === "undefined" || typeof Worker === "undefined") return inPlace();
  try {
    return await inWorker();
  } catch {
    return inPlace();
  }
}

async function inPlace(): Promise<ELK> {
  const { default: Elk } = await import("elkjs/lib/elk.bundled.js");
  return new Elk();
}

async function inWorker(): Promise<ELK> {
  const { default: Elk } = await import("elkjs/lib/elk-api.js");
  const worker = new Worker(new URL("./elk-worker.ts", import.meta.url), { type: "module" });
  await new Promise<void>((resolve, reject) => {
    worker.addEventListener("message", () => resolve(), { once: true });
    worker.addEventListener("error", reject, { once: true });
  });
  return new Elk({ workerFactory: () => worker });
}
