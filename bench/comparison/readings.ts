import type { Figure } from "../contenders/contender.ts";
import type { Measurement, Task } from "./measurement.ts";
import { percentile } from "./statistics.ts";

/** One number of a measurement. The two of the processor are microseconds a piece of work. */
export type Reading = "perSecond" | "p50Ms" | "p95Ms" | "cpuHereUs" | "cpuServerUs";

/** By which readings contenders are compared. */
export const COMPARED: Readonly<Record<Figure, readonly Reading[]>> = {
  drain: ["perSecond"],
  idle: ["p50Ms", "p95Ms"],
  workflows: ["perSecond", "p50Ms", "p95Ms"],
  alone: ["p50Ms"],
  transitions: ["perSecond"],
};

/** What is shown besides. */
export const PROCESSOR: readonly Reading[] = ["cpuHereUs", "cpuServerUs"];

/** Whether a higher value is the better one. */
export function isMoreBetter(reading: Reading): boolean {
  return reading === "perSecond";
}

/** A reading of a measurement; undefined where the machine does not tell. */
export function read(
  reading: Reading,
  { count }: Task,
  measurement: Measurement,
): number | undefined {
  const { seconds, timesMs, clientCpuSeconds, serverCpuSeconds } = measurement;
  switch (reading) {
    case "perSecond":
      return count / seconds;
    case "p50Ms":
      return percentile(timesMs, 0.5);
    case "p95Ms":
      return percentile(timesMs, 0.95);
    case "cpuHereUs":
      return (clientCpuSeconds * 1e6) / count;
    case "cpuServerUs":
      return serverCpuSeconds === undefined ? undefined : (serverCpuSeconds * 1e6) / count;
  }
}
