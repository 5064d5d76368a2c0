import type { Metadata } from "next";
import { SignInForm } from "@/features/sign-in/sign-in-form.tsx";
import { DataProvider } from "@/trpc/react.tsx";

export const metadata: Metadata = { title: "Sign in" };

/** `/sign-in?next=`; `?error=` is what the company's sign-in came back with. */
export default async function SignInPage({ searchParams }: PageProps<"/sign-in">) {
  const { next, error } = await searchParams;
  return (
    <DataProvider>
      <SignInForm
        next={typeof next === "string" ? next : null}
        error={typeof error === "string" ? error : null}
      />
    </DataProvider>
  );
}
