import type { Metadata } from "next";
import { SignInForm } from "@/features/sign-in/sign-in-form.tsx";
import { DataProvider } from "@/trpc/react.tsx";

export const metadata: Metadata = { title: "Sign in" };

/** `/sign-in?next=` */
export default async function SignInPage({ searchParams }: PageProps<"/sign-in">) {
  const { next } = await searchParams;
  return (
    <DataProvider>
      <SignInForm next={typeof next === "string" ? next : null} />
    </DataProvider>
  );
}
