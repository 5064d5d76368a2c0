import { useEffect, useState } from "react";
import { endedOf } from "@/lib/replay-outcomes.ts";
import { isMoving, type Job } from "./job-words.ts";

/** A look at a job: when, and how many letters had ended. */
export interface Sample {
  readonly atMs: number;
  readonly ended: number;
}

const WINDOW_MS = 10_000;

/** Letters a second over the last looks; undefined until there are two some time apart. Pure. */
export function speedOf(samples: readonly Sample[]): number | undefined {
  const [first] = samples;
  const last = samples.at(-1);
  if (!first || !last || last.atMs - first.atMs < 1_000) return undefined;
  return ((last.ended - first.ended) * 1_000) / (last.atMs - first.atMs);
}

/** How fast a job goes just now, from what this page has seen of it. */
export function useSpeed(job: Job, seenAtMs: number): number | undefined {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  const ended = endedOf(job);
  useEffect(() => {
    setSamples((old) => [
      ...old.filter(({ atMs }) => atMs > seenAtMs - WINDOW_MS && atMs < seenAtMs),
      { atMs: seenAtMs, ended },
    ]);
  }, [seenAtMs, ended]);
  return isMoving(job) ? speedOf(samples) : undefined;
}
