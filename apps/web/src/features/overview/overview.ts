import type { RouterInputs, RouterOutputs } from "@/trpc/react.tsx";

/** Everything the overview shows. */
export type Overview = RouterOutputs["overview"]["get"];

/** How far back trends look. */
export type Range = RouterInputs["overview"]["get"]["range"];

/** A range in words: "24 h". */
export const RANGE_WORDS = { "1h": "1 h", "24h": "24 h", "7d": "7 d" } as const satisfies Record<
  Range,
  string
>;
