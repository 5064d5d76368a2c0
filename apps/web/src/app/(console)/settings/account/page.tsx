import type { Metadata } from "next";
import { AccountPage } from "@/features/settings-access/account-page.tsx";
import { Page } from "@/features/shell/page.tsx";
import { paths } from "@/lib/paths.ts";

export const metadata: Metadata = { title: "Account" };

export default function SettingsAccountPage() {
  return (
    <Page
      crumbs={[{ label: "Settings", href: paths.settings() }, { label: "Account" }]}
      layout="flow"
    >
      <AccountPage />
    </Page>
  );
}
