import { headers } from "next/headers";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { EnrolFirst } from "@/features/settings-access/enrol-first.tsx";
import { findActor } from "@/server/auth/find-actor.ts";
import { DataProvider } from "@/trpc/react.tsx";
import { ConsoleFrame } from "./console-frame.tsx";

export const dynamic = "force-dynamic";

/** Everything behind the sign-in; for who owes a second factor, only that. */
export default async function ConsoleLayout({ children }: { readonly children: ReactNode }) {
  const actor = await findActor(await headers());
  if (!actor) redirect("/sign-in");
  if (actor.mustEnrol) {
    return (
      <DataProvider>
        <EnrolFirst />
      </DataProvider>
    );
  }
  const { name, email, role } = actor;
  return (
    <DataProvider>
      <ConsoleFrame user={{ name, email, role }}>{children}</ConsoleFrame>
    </DataProvider>
  );
}
