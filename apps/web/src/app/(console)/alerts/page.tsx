import type { Metadata } from "next";
import { AlertsPage } from "@/features/alerts/alerts-page.tsx";
import { Page } from "@/features/shell/page.tsx";

export const metadata: Metadata = { title: "Alerts" };

export default function Alerts() {
  return (
    <Page crumbs={[{ label: "Alerts" }]} layout="flow">
      <AlertsPage />
    </Page>
  );
}
