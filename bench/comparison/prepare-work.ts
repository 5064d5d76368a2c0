import { setTimeout as sleep } from "node:timers/promises";
import type { Contender } from "../contenders/contender.ts";
import type { Task } from "./measurement.ts";

/** Between two single messages: idle means that nothing is left of the one before, and polls are met at any moment. */
const IDLE_GAP_MS = { least: 30, most: 90 } as const;
/** Between two single workflows: longer, since those who poll for them do so less often. */
const ALONE_GAP_MS = { least: 100, most: 300 } as const;

/** What is measured; the milliseconds of each piece, where each is timed. */
export type Work = () => Promise<readonly number[]>;

/** Have a contender prepare a task. */
export async function prepareWork(contender: Contender, task: Task): Promise<Work> {
  const { count, atOnce } = task;
  switch (task.figure) {
    case "drain":
      return untimed(await offered(contender.drain, task)(count));
    case "transitions":
      return untimed(await offered(contender.transitions, task)(count));
    case "workflows":
      return offered(contender.workflows, task)(count, atOnce);
    case "idle":
      return oneByOne(await offered(contender.idle, task)(), count, IDLE_GAP_MS);
    case "alone":
      return oneByOne(await offered(contender.alone, task)(), count, ALONE_GAP_MS);
  }
}

function offered<Method>(method: Method | undefined, { figure }: Task): Method {
  if (method === undefined) throw new Error(`the contender does not offer '${figure}'`);
  return method;
}

function untimed(work: () => Promise<void>): Work {
  return async () => {
    await work();
    return [];
  };
}

function oneByOne(
  work: () => Promise<void>,
  count: number,
  gapMs: { readonly least: number; readonly most: number },
): Work {
  return async () => {
    const times: number[] = [];
    for (let at = 0; at < count; at += 1) {
      await sleep(gapMs.least + Math.random() * (gapMs.most - gapMs.least));
      const startedAt = performance.now();
      await work();
      times.push(performance.now() - startedAt);
    }
    return times;
  };
}
