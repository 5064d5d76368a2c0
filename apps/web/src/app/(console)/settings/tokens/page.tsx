import type { Metadata } from "next";
import { TokensPage } from "@/features/settings-access/tokens-page.tsx";
import { Page } from "@/features/shell/page.tsx";
import { paths } from "@/lib/paths.ts";

export const metadata: Metadata = { title: "API tokens" };

export default function SettingsTokensPage() {
  return (
    <Page
      crumbs={[{ label: "Settings", href: paths.settings() }, { label: "API tokens" }]}
      layout="flow"
    >
      <TokensPage />
    </Page>
  );
}
