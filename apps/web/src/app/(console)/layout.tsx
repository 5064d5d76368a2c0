import { headers } from "next/headers";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { findActor } from "@/server/auth/find-actor.ts";
import { DataProvider } from "@/trpc/react.tsx";
import { ConsoleFrame } from "./console-frame.tsx";

export const dynamic = "force-dynamic";

/** Everything behind the sign-in. */
export default async function ConsoleLayout({ children }: { readonly children: ReactNode }) {
  const actor = await findActor(await headers());
  if (!actor) redirect("/sign-in");
  const { name, email, role } = actor;
  return (
    <DataProvider>
      <ConsoleFrame user={{ name, email, role }}>{children}</ConsoleFrame>
    </DataProvider>
  );
}
