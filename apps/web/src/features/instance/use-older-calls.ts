import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/trpc/react.tsx";
import type { Call, Instance } from "./instance.ts";

/** Calls before those that an instance comes with. */
export interface OlderCalls {
  /** Oldest first, and each once. */
  readonly calls: readonly Call[];
  readonly more: boolean;
  readonly isReading: boolean;
  readonly error: unknown;
  readonly read: () => void;
}

/** Reads older calls page by page, when asked to. */
export function useOlderCalls({ machineId, subject, calls, moreCalls }: Instance): OlderCalls {
  const trpc = useTRPC();
  const [befores, setBefores] = useState<readonly string[]>([]);
  const { pages, isReading, error } = useQueries({
    queries: befores.map((before) =>
      trpc.instances.calls.queryOptions({ machineId, subject, before }),
    ),
    combine: (results) => ({
      pages: results.flatMap(({ data }) => data ?? []),
      isReading: results.some(({ isPending }) => isPending),
      error: results.find((result) => result.error)?.error,
    }),
  });
  const known = new Set(calls.map(({ id }) => id));
  const older = pages.toReversed().flatMap(({ rows }) => rows.filter(({ id }) => !known.has(id)));
  const last = pages.at(-1);
  const oldest = older[0]?.id ?? calls[0]?.id;
  return {
    calls: older,
    more: moreCalls && (last === undefined || last.more),
    isReading,
    error,
    read: () => {
      if (oldest === undefined || isReading) return;
      setBefores((read) => (read.includes(oldest) ? read : [...read, oldest]));
    },
  };
}
