import type { PoolClient } from "pg";

/** A new connection's plans are made again this soon, and then after twice as long each time, up to the longest. */
const FIRST_MS = 250;
const LONGEST_MS = 60_000;

interface Age {
  nextMs: number;
  stepMs: number;
}
const ages = new WeakMap<PoolClient, Age>();

/**
 * Let a session forget its plans from time to time. One that was made while a table was nearly empty reads all of it, which is fine
 * until the table has grown; the server itself notices when the table is next analysed, a minute later at best.
 */
export async function keepPlansFresh(client: PoolClient, nowMs = performance.now()): Promise<void> {
  const age = ages.get(client) ?? { nextMs: nowMs + FIRST_MS, stepMs: FIRST_MS };
  ages.set(client, age);
  if (nowMs < age.nextMs) return;
  age.stepMs = Math.min(age.stepMs * 2, LONGEST_MS);
  age.nextMs = nowMs + age.stepMs;
  await client.query("DISCARD PLANS");
}
