import type { Metadata } from "next";
import { ChannelsPage } from "@/features/alerts/channels-page.tsx";
import { Page } from "@/features/shell/page.tsx";
import { paths } from "@/lib/paths.ts";

export const metadata: Metadata = { title: "Alert channels" };

export default function Channels() {
  const crumbs = [{ label: "Settings", href: paths.settings() }, { label: "Alert channels" }];
  return (
    <Page crumbs={crumbs} layout="flow">
      <ChannelsPage />
    </Page>
  );
}
