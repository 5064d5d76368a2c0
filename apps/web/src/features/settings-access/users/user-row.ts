import type { RouterOutputs } from "@/trpc/react.tsx";

/** One row of the list. */
export type UserRow = RouterOutputs["users"]["list"]["users"][number];
