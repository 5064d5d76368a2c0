import type { Metadata } from "next";
import { PipesPage } from "@/features/pipes/pipes-page.tsx";
import { Page } from "@/features/shell/page.tsx";

export const metadata: Metadata = { title: "Pipes" };

/** `/pipes` */
export default function Pipes() {
  return (
    <Page crumbs={[{ label: "Pipes" }]}>
      <PipesPage />
    </Page>
  );
}
