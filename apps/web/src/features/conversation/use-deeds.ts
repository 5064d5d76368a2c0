import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTRPCClient } from "@/trpc/react.tsx";
import type { Deeds } from "./conversation.ts";

/** As many positions as fit into one address. */
const CHUNK = 100;
/** More boxes than a drawing has unless somebody looks at the end of a chain of a thousand; those beyond are drawn as recorded. */
const SEQS_MAX = 800;
const NO_DEEDS: readonly Deeds[] = [];

/**
 * What was done with the envelopes that are drawn, as far as it was read; a failed read leaves them as they were recorded.
 * @param readAt - when the conversation was last read: then this is read anew too
 */
export function useDeeds(
  correlationId: string,
  seqs: readonly string[],
  readAt: number,
): readonly Deeds[] {
  const client = useTRPCClient();
  const { data = NO_DEEDS } = useQuery({
    queryKey: ["conversation-deeds", correlationId, seqs.join(" "), readAt],
    queryFn: async () => {
      const answers = chunksOf(seqs.slice(0, SEQS_MAX)).map((chunk) =>
        client.conversations.deeds.query({ correlationId, seqs: chunk }),
      );
      return (await Promise.all(answers)).flat();
    },
    enabled: seqs.length > 0,
    placeholderData: keepPreviousData,
    gcTime: 0, // each reading has a key of its own
  });
  return data;
}

function chunksOf(seqs: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(seqs.length / CHUNK) }, (_, at) =>
    seqs.slice(at * CHUNK, (at + 1) * CHUNK),
  );
}
