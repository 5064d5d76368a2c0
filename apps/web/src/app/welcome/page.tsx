import type { Metadata } from "next";
import { WelcomeForm } from "@/features/sign-in/welcome-form.tsx";
import { DataProvider } from "@/trpc/react.tsx";

export const metadata: Metadata = { title: "Welcome", referrer: "no-referrer" };

/** `/welcome?token=`: the one-time link that the first start prints. */
export default async function WelcomePage({ searchParams }: PageProps<"/welcome">) {
  const { token } = await searchParams;
  return (
    <DataProvider>
      <WelcomeForm token={typeof token === "string" ? token : ""} />
    </DataProvider>
  );
}
