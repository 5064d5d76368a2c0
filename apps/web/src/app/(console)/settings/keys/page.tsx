import type { Metadata } from "next";
import { KeysPage } from "@/features/settings-data/keys-page.tsx";
import { Page } from "@/features/shell/page.tsx";
import { paths } from "@/lib/paths.ts";

export const metadata: Metadata = { title: "Seal keys" };

export default function SettingsKeysPage() {
  return (
    <Page
      crumbs={[{ label: "Settings", href: paths.settings() }, { label: "Seal keys" }]}
      layout="flow"
    >
      <KeysPage />
    </Page>
  );
}
