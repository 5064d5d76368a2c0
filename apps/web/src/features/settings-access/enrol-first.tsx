"use client";

import { useQuery } from "@tanstack/react-query";
import { useThemeSync } from "@/lib/theme/use-theme.ts";
import { useTRPC } from "@/trpc/react.tsx";
import { SecondFactor } from "./account/second-factor.tsx";

/** All that somebody sees who must set up a second factor first; then the console. */
export function EnrolFirst() {
  useThemeSync();
  const trpc = useTRPC();
  const account = useQuery(trpc.account.get.queryOptions());
  const isOn = account.data?.hasSecondFactor;
  return (
    <main className="mx-auto flex min-h-dvh max-w-120 flex-col justify-center gap-3.5 p-5">
      <h1 className="text-20 font-semibold tracking-[-.018em]">One more lock</h1>
      <p className="text-12 text-ink-2">
        This console asks your role for a second factor besides the password.
      </p>
      {isOn !== undefined && <SecondFactor isOn={isOn} />}
      {isOn && (
        <a href="/" className="text-12 font-strong text-blue underline">
          Open the console
        </a>
      )}
    </main>
  );
}
