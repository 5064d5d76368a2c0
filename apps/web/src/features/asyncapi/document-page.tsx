"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { paths } from "@/lib/paths.ts";
import { useUrlParams } from "@/lib/use-url-params.ts";
import { isNotFound, QueryView } from "@/trpc/query-view.tsx";
import { useTRPC } from "@/trpc/react.tsx";
import { useLiveQuery } from "@/trpc/use-live-query.ts";
import { ButtonLink } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { ChangesCard } from "./components/changes-card.tsx";
import { ChannelCard } from "./components/channel-card.tsx";
import { DocumentTitle } from "./components/document-title.tsx";
import { LiveCard } from "./components/live-card.tsx";
import { MessageCard } from "./components/message-card.tsx";
import { OperationsCard } from "./components/operations-card.tsx";
import { SchemaCard } from "./components/schema-card.tsx";
import { ServerCard } from "./components/server-card.tsx";
import { VersionsCard } from "./components/versions-card.tsx";
import {
  type Changes,
  type Document,
  type DocumentKind,
  findMessages,
  type Message,
  openingMessage,
  type Traffic,
} from "./document.ts";
import { useHash } from "./use-hash.ts";

const REFRESH_MS = 2_000; // counts over a day do not change faster than one can read

/** What a machine, a system or a service takes and sends: its AsyncAPI document, with what really came and went beside it. */
export function DocumentPage(props: { readonly kind: DocumentKind; readonly name: string }) {
  const { kind, name } = props;
  const trpc = useTRPC();
  const url = useUrlParams();
  const documentId = Number(url.get("version")) || undefined;
  const sinceId = Number(url.get("since")) || undefined;
  const document = useQuery(trpc.asyncapi.get.queryOptions({ kind, name, documentId }));
  const changes = useQuery(trpc.asyncapi.changes.queryOptions({ kind, name, documentId, sinceId }));
  const traffic = useLiveQuery(
    trpc.asyncapi.traffic.queryOptions({ kind, name }),
    { anyCorrelation: true, deadLetters: true },
    { intervalMs: REFRESH_MS },
  );
  if (isNotFound(document.error)) return <NoDocument name={name} />;
  return (
    <QueryView query={document} what="the document" consequence="It may be there." rows={12}>
      {(read) => (
        <Shown
          document={read}
          changes={changes.data}
          traffic={traffic.data}
          trafficError={traffic.isError && !traffic.data}
        />
      )}
    </QueryView>
  );
}

interface ShownProps {
  readonly document: Document;
  readonly changes: Changes | undefined;
  readonly traffic: Traffic | undefined;
  readonly trafficError: boolean;
}

function Shown({ document, changes, traffic, trafficError }: ShownProps) {
  const url = useUrlParams();
  const hash = useHash();
  const text = url.get("q") ?? "";
  const found = findMessages(document.messages, text);
  const opening = useOpening(found, traffic);
  const other = partAt(document, hash);
  const message = document.messages.find(({ key }) => key === hash) ?? opening;
  return (
    <>
      <DocumentTitle document={document} url={url} />
      <div className="grid min-h-0 flex-1 gap-3.5 narrow:grid-cols-[240px_minmax(0,1fr)] wide:grid-cols-[260px_minmax(0,1fr)_300px]">
        <OperationsCard
          document={document}
          changes={changes}
          found={found}
          traffic={traffic}
          text={text}
          onText={(q) => url.set({ q })}
          current={other ? hash : message?.key}
        />
        {other ??
          (message ? (
            <MessageCard
              message={message}
              document={document}
              changes={changes}
              traffic={traffic}
            />
          ) : (
            <NoMessage
              isSilent={document.messages.length === 0}
              onClear={() => url.set({ q: undefined })}
            />
          ))}
        <div className="flex min-h-0 flex-col gap-3.5 max-wide:col-span-full wide:overflow-y-auto">
          {message && !other && (
            <LiveCard
              message={message}
              document={document}
              traffic={traffic}
              hasFailed={trafficError}
            />
          )}
          {changes?.since && <ChangesCard changes={changes} document={document} />}
          <VersionsCard document={document} since={changes?.since?.documentId} />
        </div>
      </div>
    </>
  );
}

/** What the address names besides a message: a schema, a channel or a server. */
function partAt(document: Document, hash: string): ReactNode {
  const dot = hash.indexOf(".");
  const name = hash.slice(dot + 1);
  const part = hash.slice(0, Math.max(0, dot));
  if (part === "schema" && Object.hasOwn(document.schemas, name)) {
    return <SchemaCard name={name} schema={document.schemas[name]} />;
  }
  const channel = document.channels.find(({ key }) => key === name);
  if (part === "channel" && channel) return <ChannelCard channel={channel} document={document} />;
  const server = document.servers.find((each) => each.name === name);
  return part === "server" && server ? <ServerCard server={server} /> : undefined;
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
        <EmptyState title="Nothing is taken and nothing sent." because="filtered">
          The document names no operation.
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

function NoDocument({ name }: { readonly name: string }) {
  return (
    <Card>
      <EmptyState
        title="There is no such document."
        because="filtered"
        action={<ButtonLink href={paths.asyncapi()}>All documents</ButtonLink>}
      >
        Nothing is registered or imported as <span className="mono">{name}</span>, or not with this
        version.
      </EmptyState>
    </Card>
  );
}
