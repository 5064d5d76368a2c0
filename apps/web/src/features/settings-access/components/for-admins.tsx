"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTRPC } from "@/trpc/react.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";

/** Its children for those who may administer; for others, what it is and whom to ask. The server decides in any case. */
export function ForAdmins(props: { readonly what: string; readonly children: ReactNode }) {
  const trpc = useTRPC();
  const me = useQuery(trpc.session.me.queryOptions());
  if (me.data && !me.data.permissions.includes("administer")) {
    return (
      <EmptyState
        title={`Your role, ${me.data.role}, may not see ${props.what}.`}
        because="filtered"
      >
        Somebody who may administer can change that, under Settings, Users.
      </EmptyState>
    );
  }
  return props.children;
}
