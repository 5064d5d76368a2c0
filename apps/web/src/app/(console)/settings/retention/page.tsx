import type { Metadata } from "next";
import { RetentionPage } from "@/features/settings-data/retention-page.tsx";
import { Page } from "@/features/shell/page.tsx";
import { paths } from "@/lib/paths.ts";

export const metadata: Metadata = { title: "Retention" };

export default function SettingsRetentionPage() {
  return (
    <Page
      crumbs={[{ label: "Settings", href: paths.settings() }, { label: "Retention" }]}
      layout="flow"
    >
      <RetentionPage />
    </Page>
  );
}
