"use client";

import { paths } from "@/lib/paths.ts";
import { useThemeSync } from "@/lib/theme/use-theme.ts";
import { ButtonLink } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";

/** Stands where no page is. Nobody may be signed in, so it says nothing of the console. */
export function NoSuchPage() {
  useThemeSync();
  return (
    <main className="grid min-h-dvh place-items-center p-5">
      <Card className="w-full max-w-90 p-5">
        <p className="text-12 font-semibold text-ink-3">Sagascope · 404</p>
        <h1 className="text-20 font-semibold tracking-[-.018em]">There is no such page</h1>
        <p className="mt-1 text-12 text-ink-2">
          Nothing is at this address: it may be mistyped, or what it led to is switched off.
        </p>
        <div className="mt-4 flex flex-col">
          <ButtonLink href={paths.overview()} kind="solid">
            Go to the overview
          </ButtonLink>
        </div>
      </Card>
    </main>
  );
}
