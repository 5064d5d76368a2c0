import type { EngineOptions } from "@sagascope/core";
import type { WorkerPace } from "../../env.ts";

/** How much an engine does at once, of what the environment says; the rest is the engine's default. */
export function enginePace({
  callsMax,
  heldMax,
  batchMax,
  batchesMax,
  sweepMs,
}: WorkerPace): Pick<EngineOptions, "limits" | "effectConcurrency"> {
  return {
    limits: {
      ...(heldMax === undefined ? {} : { heldMax }),
      ...(batchMax === undefined ? {} : { batchMax }),
      ...(batchesMax === undefined ? {} : { batchesMax }),
      ...(sweepMs === undefined ? {} : { sweepMs }),
    },
    ...(callsMax === undefined ? {} : { effectConcurrency: callsMax }),
  };
}
