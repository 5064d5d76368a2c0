import type { Metadata } from "next";
import { Page } from "@/features/shell/page.tsx";
import { decodeSegment, paths } from "@/lib/paths.ts";
import { ConversationView } from "./conversation-view.tsx";

export const metadata: Metadata = { title: "Conversation" };

/** `/conversations/{correlation id}?event=` */
export default async function Conversation({
  params,
}: PageProps<"/conversations/[correlationId]">) {
  const correlationId = decodeSegment((await params).correlationId);
  return (
    <Page
      layout="fit"
      crumbs={[{ label: "Conversations", href: paths.conversations() }, { label: correlationId }]}
    >
      <ConversationView correlationId={correlationId} />
    </Page>
  );
}
