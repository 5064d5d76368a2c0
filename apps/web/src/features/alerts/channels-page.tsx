"use client";

import { useState } from "react";
import { AdminAction, ForAdmins } from "@/trpc/for-admins.tsx";
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
  const [edited, setEdited] = useState<Channel | "new">();
  return (
    <>
      <PageTitle
        title="Alert channels"
        actions={
          <AdminAction>
            <Button kind="solid" glyph="plus" onClick={() => setEdited("new")}>
              New channel
            </Button>
          </AdminAction>
        }
      />
      <ForAdmins what="alert channels">
        <Channels onEdit={setEdited} />
        <ChannelDialog edited={edited} onClose={() => setEdited(undefined)} />
      </ForAdmins>
    </>
  );
}

function Channels({ onEdit }: { readonly onEdit: (channel: Channel) => void }) {
  const trpc = useTRPC();
  const query = useLiveQuery(trpc.alerts.channels.queryOptions(), { audit: true });
  return (
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
                <ChannelRow key={channel.id} channel={channel} onEdit={onEdit} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </Card>
  );
}
