import type { Metadata } from "next";
import { LinkForm } from "@/features/sign-in/link-form.tsx";
import { DataProvider } from "@/trpc/react.tsx";

export const metadata: Metadata = { title: "Your password", referrer: "no-referrer" };

/** `/link#secret`: the one-time link that an admin hands out. */
export default function LinkPage() {
  return (
    <DataProvider>
      <LinkForm />
    </DataProvider>
  );
}
