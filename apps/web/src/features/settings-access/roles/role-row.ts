import type { RouterOutputs } from "@/trpc/react.tsx";

/** One row of the list. */
export type RoleRow = RouterOutputs["roles"]["list"][number];
