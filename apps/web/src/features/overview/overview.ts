import type { RouterOutputs } from "@/trpc/react.tsx";

/** Everything the overview shows. */
export type Overview = RouterOutputs["overview"]["get"];
