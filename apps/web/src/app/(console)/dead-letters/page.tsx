import type { Metadata } from "next";
import { LettersPage } from "@/features/dead-letters/letters-page.tsx";
import { Page } from "@/features/shell/page.tsx";

export const metadata: Metadata = { title: "Dead letters" };

/** `/dead-letters?state=&machine=&reason=&cause=&q=&after=` */
export default function DeadLetters() {
  return (
    <Page crumbs={[{ label: "Dead letters" }]} layout="fit">
      <LettersPage />
    </Page>
  );
}
