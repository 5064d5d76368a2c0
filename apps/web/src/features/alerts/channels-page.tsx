"use client";

import { useState } from "react";
import { QueryView } from "@/trpc/query-view.tsx";
import { useTRPC } from "@/trpc/react.tsx";
import { useLiveQuery } from "@/trpc/use-live-query.ts";
import { Button } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { PageTitle } from "@/ui/page-title.tsx";
import type { Channel } from "./alert-words.ts";
import { ChannelDialog } from "./components/channel-dialog.tsx";
import { ChannelRow } from "./components/channel-row.tsx";

/** Where alerts go. Secrets are never shown, not even to whoever set them. */
export function ChannelsPage() {
  const trpc = useTRPC();
  const query = useLiveQuery(trpc.alerts.channels.queryOptions(), { audit: true });
  const [edited, setEdited] = useState<Channel | "new">();
  return (
    <>
      <PageTitle
        title="Alert channels"
        actions={
          query.data && (
            <Button kind="solid" glyph="plus" onClick={() => setEdited("new")}>
              New channel
            </Button>
          )
        }
      />
      <Card label="Channels" className="flex flex-col">
        <QueryView query={query} what="channels" consequence="Some may be there." rows={4}>
          {(channels) =>
            channels.length === 0 ? (
              <EmptyState title="Alerts go nowhere yet." because="filtered">
                A channel is a signed webhook, a Slack-compatible one, or mail.
              </EmptyState>
            ) : (
              <ul>
                {channels.map((channel) => (
                  <ChannelRow key={channel.id} channel={channel} onEdit={setEdited} />
                ))}
              </ul>
            )
          }
        </QueryView>
      </Card>
      <ChannelDialog edited={edited} onClose={() => setEdited(undefined)} />
    </>
  );
}
