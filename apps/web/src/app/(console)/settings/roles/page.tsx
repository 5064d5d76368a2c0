import type { Metadata } from "next";
import { RolesPage } from "@/features/settings-access/roles-page.tsx";
import { Page } from "@/features/shell/page.tsx";
import { paths } from "@/lib/paths.ts";

export const metadata: Metadata = { title: "Roles" };

export default function SettingsRolesPage() {
  return (
    <Page
      crumbs={[{ label: "Settings", href: paths.settings() }, { label: "Roles" }]}
      layout="flow"
    >
      <RolesPage />
    </Page>
  );
}
