"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { paths } from "@/lib/paths.ts";
import { useUrlParams } from "@/lib/use-url-params.ts";
import { isNotFound, QueryView } from "@/trpc/query-view.tsx";
import { useTRPC } from "@/trpc/react.tsx";
import { useLiveQuery } from "@/trpc/use-live-query.ts";
import { ButtonLink } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { DocumentTitle } from "./components/document-title.tsx";
import { LiveCard } from "./components/live-card.tsx";
import { MessageCard } from "./components/message-card.tsx";
import { OperationsCard } from "./components/operations-card.tsx";
import { SchemaCard } from "./components/schema-card.tsx";
import { VersionsCard } from "./components/versions-card.tsx";
import {
  type Document,
  findMessages,
  type Message,
  openingMessage,
  type Traffic,
} from "./document.ts";
import { useHash } from "./use-hash.ts";

const REFRESH_MS = 2_000; // counts over a day do not change faster than one can read

/** What one machine takes and sends: its AsyncAPI document, with what really came and went beside it. */
export function DocumentPage({ machineId }: { readonly machineId: string }) {
  const trpc = useTRPC();
  const url = useUrlParams();
  const chartId = Number(url.get("version")) || undefined;
  const document = useQuery(trpc.asyncapi.get.queryOptions({ machineId, chartId }));
  const traffic = useLiveQuery(
    trpc.asyncapi.traffic.queryOptions({ machineId }),
    { anyCorrelation: true, deadLetters: true },
    { intervalMs: REFRESH_MS },
  );
  if (isNotFound(document.error)) return <NoMachine machineId={machineId} />;
  return (
    <QueryView
      query={document}
      what="the document"
      consequence="The machine may be there."
      rows={12}
    >
      {(read) => (
        <Shown
          document={read}
          traffic={traffic.data}
          trafficError={traffic.isError && !traffic.data}
        />
      )}
    </QueryView>
  );
}

function Shown(props: {
  readonly document: Document;
  readonly traffic: Traffic | undefined;
  readonly trafficError: boolean;
}) {
  const { document, traffic, trafficError } = props;
  const url = useUrlParams();
  const hash = useHash();
  const text = url.get("q") ?? "";
  const found = findMessages(document.messages, text);
  const schema = hash.startsWith("schema.") ? hash.slice("schema.".length) : undefined;
  const opening = useOpening(found, traffic);
  const message = document.messages.find(({ key }) => key === hash) ?? opening;
  return (
    <>
      <DocumentTitle document={document} url={url} />
      <div className="grid min-h-0 flex-1 gap-3.5 narrow:grid-cols-[240px_minmax(0,1fr)] wide:grid-cols-[260px_minmax(0,1fr)_300px]">
        <OperationsCard
          document={document}
          found={found}
          traffic={traffic}
          text={text}
          onText={(q) => url.set({ q })}
          current={schema === undefined ? message?.key : `schema.${schema}`}
        />
        {schema !== undefined && document.schemas[schema] ? (
          <SchemaCard name={schema} schema={document.schemas[schema]} />
        ) : message ? (
          <MessageCard message={message} document={document} traffic={traffic} />
        ) : (
          <NoMessage
            isSilent={document.messages.length === 0}
            onClear={() => url.set({ q: undefined })}
          />
        )}
        <div className="flex min-h-0 flex-col gap-3.5 max-wide:col-span-full">
          {message && schema === undefined && (
            <LiveCard
              message={message}
              document={document}
              traffic={traffic}
              hasFailed={trafficError}
            />
          )}
          <VersionsCard document={document} />
        </div>
      </div>
    </>
  );
}

/** The message to open on. It stays the one that it was when traffic was first known: nothing moves under a reader. */
function useOpening(found: readonly Message[], traffic: Traffic | undefined): Message | undefined {
  const [kept, setKept] = useState<string>();
  const opening = openingMessage(found, traffic);
  if (kept === undefined && traffic && opening) setKept(opening.key);
  return found.find(({ key }) => key === kept) ?? opening;
}

function NoMessage(props: { readonly isSilent: boolean; readonly onClear: () => void }) {
  return (
    <Card className="flex flex-col">
      {props.isSilent ? (
        <EmptyState title="This machine takes and sends nothing." because="filtered">
          Its chart has no event from outside and publishes none.
        </EmptyState>
      ) : (
        <EmptyState
          title="No message fits."
          because="filtered"
          action={
            <button type="button" className="link" onClick={props.onClear}>
              Show all messages
            </button>
          }
        />
      )}
    </Card>
  );
}

function NoMachine({ machineId }: { readonly machineId: string }) {
  return (
    <Card>
      <EmptyState
        title="There is no such document."
        because="filtered"
        action={<ButtonLink href={paths.asyncapi()}>All machines</ButtonLink>}
      >
        No machine <span className="mono">{machineId}</span> is registered, or not with this
        version.
      </EmptyState>
    </Card>
  );
}
