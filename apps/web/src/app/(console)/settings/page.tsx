import type { Metadata } from "next";
import { SettingsIndex } from "@/features/settings/settings-index.tsx";
import { Page } from "@/features/shell/page.tsx";

export const metadata: Metadata = { title: "Settings" };

export default function Settings() {
  return (
    <Page crumbs={[{ label: "Settings" }]} layout="flow">
      <SettingsIndex />
    </Page>
  );
}
