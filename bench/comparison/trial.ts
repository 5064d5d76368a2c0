/** A process of its own for one contender and one task, so that none inherits another's heap or compiled code. */
import type { Arena, OpenContender } from "../contenders/contender.ts";
import { measure } from "./measure.ts";
import type { Measurement, Task } from "./measurement.ts";

/** What the process is told, as JSON in its first argument. */
export interface TrialOrder {
  /** URL of the contender's file. */
  readonly module: string;
  readonly task: Task;
  readonly warmUp: { readonly task: Task; readonly arena: Arena };
  readonly arena: Arena;
}

/** What it answers. */
export type TrialAnswer =
  | { readonly kind: "measured"; readonly measurement: Measurement }
  | { readonly kind: "failed"; readonly problem: string };

async function run(order: TrialOrder): Promise<TrialAnswer> {
  try {
    const { openContender } = (await import(order.module)) as { openContender: OpenContender };
    // As a worker that has run for a while; in a database that is thrown away.
    await measure(openContender, order.warmUp.arena, order.warmUp.task);
    return { kind: "measured", measurement: await measure(openContender, order.arena, order.task) };
  } catch (error) {
    return { kind: "failed", problem: error instanceof Error ? error.message : String(error) };
  }
}

process.once("disconnect", () => process.exit());
const answer = await run(JSON.parse(process.argv[2] ?? ""));
// What a library still keeps open must not keep the process.
process.send?.(answer, () => process.exit());
