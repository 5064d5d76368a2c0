import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/trpc/react.tsx";
import type { Instance } from "./instance.ts";

type Letter = Instance["letters"][number];

/** The letters that an instance comes with, and those of the pages after them that were asked for, each once. */
export function useLetters({ machineId, subject, correlationId, letters, moreLetters }: Instance): {
  readonly letters: readonly Letter[];
  readonly more: boolean;
  readonly isReading: boolean;
  readonly error: unknown;
  readonly read: () => void;
} {
  const trpc = useTRPC();
  const [skips, setSkips] = useState<readonly number[]>([]);
  const { pages, isReading, error } = useQueries({
    queries: skips.map((skip) =>
      trpc.instances.letters.queryOptions({ machineId, subject, correlationId, skip }),
    ),
    combine: (results) => ({
      pages: results.flatMap(({ data }) => data ?? []),
      isReading: results.some(({ isPending }) => isPending),
      error: results.find((result) => result.error)?.error,
    }),
  });
  const all = [...letters, ...pages.flatMap(({ rows }) => rows)];
  const last = pages.at(-1);
  return {
    letters: [...new Map(all.map((letter) => [letter.id, letter])).values()],
    more: moreLetters && (last === undefined || last.more),
    isReading,
    error,
    read: () => {
      if (!isReading) setSkips((read) => [...read, all.length]);
    },
  };
}
