import type { Metadata } from "next";
import { ChoreographyPage } from "@/features/choreography/choreography-page.tsx";
import { Page } from "@/features/shell/page.tsx";

export const metadata: Metadata = { title: "Choreography" };

/** `/choreography?view=&at=` */
export default function Choreography() {
  return (
    <Page crumbs={[{ label: "Choreography" }]} layout="fit">
      <ChoreographyPage />
    </Page>
  );
}
