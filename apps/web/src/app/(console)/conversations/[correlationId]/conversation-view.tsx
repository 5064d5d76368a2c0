"use client";

import { ConversationPage } from "@/features/conversation/conversation-page.tsx";
import { ConversationGraph } from "@/features/conversation-graph/graphs.ts";

/** The conversation's page with its graph drawn. */
export function ConversationView({ correlationId }: { readonly correlationId: string }) {
  return (
    <ConversationPage
      correlationId={correlationId}
      renderGraph={(slot) => <ConversationGraph {...slot} />}
    />
  );
}
