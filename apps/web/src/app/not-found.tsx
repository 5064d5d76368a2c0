import type { Metadata } from "next";
import { paths } from "@/lib/paths.ts";
import { ButtonLink } from "@/ui/button.tsx";

export const metadata: Metadata = { title: "No such page" };

/** What an address shows that leads nowhere, in place of Next's own page, which brings a style that the pages' policy keeps out. */
export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-3">
      <h1 className="text-20 font-semibold">There is no such page.</h1>
      <ButtonLink href={paths.overview()}>To the overview</ButtonLink>
    </main>
  );
}
