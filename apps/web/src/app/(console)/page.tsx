import type { Metadata } from "next";
import { OverviewPage } from "@/features/overview/overview-page.tsx";
import { Page } from "@/features/shell/page.tsx";

export const metadata: Metadata = { title: "Overview" };

/** `/?range=` */
export default function Overview() {
  return (
    <Page crumbs={[{ label: "Overview" }]} layout="fit">
      <OverviewPage />
    </Page>
  );
}
