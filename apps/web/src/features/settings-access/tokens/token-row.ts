import type { RouterOutputs } from "@/trpc/react.tsx";

/** One row of the list. */
export type TokenRow = RouterOutputs["tokens"]["list"]["tokens"][number];
