import type { Metadata } from "next";
import { ConversationsPage } from "@/features/conversation/conversations-page.tsx";
import { Page } from "@/features/shell/page.tsx";

export const metadata: Metadata = { title: "Conversations" };

/** `/conversations` */
export default function Conversations() {
  return (
    <Page crumbs={[{ label: "Conversations" }]} layout="fit">
      <ConversationsPage />
    </Page>
  );
}
