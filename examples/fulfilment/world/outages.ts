import { intBetween, seededRandom } from "../seeded-random.ts";

const MINUTE_MS = 60_000;
const SHORTEST_MS = 5_000;
const LONGEST_MS = 15_000;

/**
 * Whether a company has one of its outages, `elapsedMs` after the world began. Each minute is drawn by itself, so the
 * answer needs no memory. The first minute is always free of them, for whoever is just looking at order 42.
 */
export function isInOutage(
  seed: number,
  company: string,
  elapsedMs: number,
  outagesPerHour: number,
): boolean {
  const minute = Math.floor(elapsedMs / MINUTE_MS);
  if (minute === 0) return false;
  const random = seededRandom(seed, company, "outage", minute);
  if (random() >= outagesPerHour / 60) return false;
  const lastsMs = intBetween(random, SHORTEST_MS, LONGEST_MS);
  const beginsMs = minute * MINUTE_MS + intBetween(random, 0, MINUTE_MS - lastsMs);
  return elapsedMs >= beginsMs && elapsedMs < beginsMs + lastsMs;
}
