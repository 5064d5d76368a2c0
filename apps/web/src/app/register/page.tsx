import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { RegisterForm } from "@/features/sign-in/register-form.tsx";
import { env } from "@/server/env.ts";
import { DataProvider } from "@/trpc/react.tsx";

export const metadata: Metadata = { title: "Make an account" };
export const dynamic = "force-dynamic";

/** `/register`: there only where people may register themselves. */
export default function RegisterPage() {
  if (env().SAGASCOPE_SIGN_UP_ROLE === undefined) notFound();
  return (
    <DataProvider>
      <RegisterForm />
    </DataProvider>
  );
}
