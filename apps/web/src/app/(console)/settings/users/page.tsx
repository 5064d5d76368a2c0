import type { Metadata } from "next";
import { UsersPage } from "@/features/settings-access/users-page.tsx";
import { Page } from "@/features/shell/page.tsx";
import { paths } from "@/lib/paths.ts";

export const metadata: Metadata = { title: "Users" };

export default function SettingsUsersPage() {
  return (
    <Page
      crumbs={[{ label: "Settings", href: paths.settings() }, { label: "Users" }]}
      layout="flow"
    >
      <UsersPage />
    </Page>
  );
}
