import type { Metadata } from "next";
import { RedactionPage } from "@/features/settings-data/redaction-page.tsx";
import { Page } from "@/features/shell/page.tsx";
import { paths } from "@/lib/paths.ts";

export const metadata: Metadata = { title: "Redaction" };

export default function SettingsRedactionPage() {
  return (
    <Page
      crumbs={[{ label: "Settings", href: paths.settings() }, { label: "Redaction" }]}
      layout="flow"
    >
      <RedactionPage />
    </Page>
  );
}
