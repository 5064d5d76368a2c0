"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { EmptyState } from "@/ui/empty-state.tsx";
import { QueryView } from "./query-view.tsx";
import { useTRPC } from "./react.tsx";

/** Its children for those who may administer; for others, what it is and whom to ask. The server decides in any case. */
export function ForAdmins(props: { readonly what: string; readonly children: ReactNode }) {
  const me = useMe();
  return (
    <QueryView query={me} what="your role" consequence="It may allow this." rows={4}>
      {({ role, permissions }) =>
        permissions.includes("administer") ? (
          props.children
        ) : (
          <EmptyState title={`Your role, ${role}, may not see ${props.what}.`} because="filtered">
            Somebody who may administer can change that, under Settings, Users.
          </EmptyState>
        )
      }
    </QueryView>
  );
}

/** What stands beside a page's title for those who may administer, and for nobody else. */
export function AdminAction({ children }: { readonly children: ReactNode }) {
  return useMayAdminister() ? children : null;
}

/** Whether the person may administer; unknown while it is read. */
export function useMayAdminister(): boolean | undefined {
  return useMe().data?.permissions.includes("administer");
}

function useMe() {
  const trpc = useTRPC();
  return useQuery(trpc.session.me.queryOptions());
}
