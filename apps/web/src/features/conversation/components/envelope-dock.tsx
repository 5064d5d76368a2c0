import Link from "next/link";
import { formatBytes, formatPlural } from "@/lib/format-number.ts";
import { paths } from "@/lib/paths.ts";
import { isNotFound, QueryView } from "@/trpc/query-view.tsx";
import { useTRPC } from "@/trpc/react.tsx";
import { useLiveQuery } from "@/trpc/use-live-query.ts";
import { Card, KeyValues } from "@/ui/card.tsx";
import { Chip } from "@/ui/chip.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { IdText } from "@/ui/id-text.tsx";
import { JsonView } from "@/ui/json-view.tsx";
import { Time } from "@/ui/time.tsx";
import type { Deeds, Envelope } from "../conversation.ts";
import { EnvelopeLink } from "./envelope-link.tsx";
import { WhatItDid } from "./what-it-did.tsx";

/** The envelope that is looked at: who it is, what it carries, what it did. */
export function EnvelopeDock(props: {
  readonly id: string;
  readonly correlationId: string;
  /** What was done with the envelopes that are drawn. */
  readonly deeds: readonly Deeds[];
}) {
  const { id, correlationId, deeds } = props;
  const trpc = useTRPC();
  const query = useLiveQuery(
    trpc.envelopes.get.queryOptions({ id }, { placeholderData: (old) => old }),
    { correlations: [correlationId], deadLetters: true },
  );
  return (
    <Card label="Envelope" className="flex min-h-0 flex-none flex-col overflow-hidden drawer:h-56">
      {isNotFound(query.error) ? (
        <EmptyState title="This envelope is not recorded." because="filtered">
          It is named as a cause, and may be older than what is kept.
        </EmptyState>
      ) : (
        <QueryView query={query} what="the envelope" consequence="It is recorded." rows={5}>
          {(envelope) => (
            <div className="grid min-h-0 flex-1 drawer:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)_minmax(0,1.1fr)] [&>*]:min-w-0 [&>*]:overflow-y-auto [&>*]:border-line [&>*]:px-3.5 [&>*]:py-3 drawer:[&>*:not(:first-child)]:border-l">
              <Identity envelope={envelope} />
              <Data envelope={envelope} />
              <WhatItDid
                envelope={envelope}
                calls={deeds.find(({ seq }) => seq === envelope.seq)?.calls ?? []}
              />
            </div>
          )}
        </QueryView>
      )}
    </Card>
  );
}

function Identity({ envelope }: { readonly envelope: Envelope }) {
  const { machineId, machineVersion, service, causationId, causationType, subject } = envelope;
  return (
    <section>
      <h2 className="mono mb-1 truncate text-13 font-semibold" title={envelope.type}>
        {envelope.type}
      </h2>
      <KeyValues
        entries={[
          ["id", <IdText key="id" id={envelope.id} lengthMax={40} />],
          [
            "source",
            <span key="source" className="mono">
              {envelope.source}
            </span>,
          ],
          [
            "subject",
            machineId ? (
              <Link
                key="subject"
                href={paths.instance(machineId, subject)}
                className="mono underline decoration-line-control underline-offset-2"
              >
                {subject}
              </Link>
            ) : (
              <span key="subject" className="mono">
                {subject}
              </span>
            ),
          ],
          [
            "caused by",
            causationId ? (
              <EnvelopeLink key="cause" id={causationId} correlationId={envelope.correlationId}>
                {causationType ?? `${causationId}, not recorded`}
              </EnvelopeLink>
            ) : (
              "nothing: it is a first one"
            ),
          ],
          ["recorded", <Time key="recorded" at={envelope.recordedAt} show="ms" />],
          [
            "time",
            envelope.time ? (
              <span key="time" className="mono">
                {envelope.time}
              </span>
            ) : (
              "not said"
            ),
          ],
          [
            "topic",
            <span key="topic" className="mono">
              {envelope.topic}
            </span>,
          ],
          ["machine", machineId ? `${machineId} v${machineVersion}` : outsiderWords(service)],
        ]}
      />
    </section>
  );
}

function outsiderWords(service: string | null): string {
  return service === null
    ? "none: it came from outside"
    : `none: it came from ${service}, which is observed`;
}

function Data({ envelope: { data, dataBytes } }: { readonly envelope: Envelope }) {
  return (
    <section>
      <div className="mb-1 flex items-center gap-2">
        <h2 className="text-13 font-semibold">Data</h2>
        <span className="text-12 text-ink-3">
          {dataBytes === 0 ? "none" : formatBytes(dataBytes)}
        </span>
        {data.masked > 0 && (
          <Chip glyph="lock" className="ml-auto">
            {formatPlural(data.masked, "field")} redacted
          </Chip>
        )}
      </div>
      {dataBytes > 0 && <JsonView value={data.value} widthMax={44} />}
    </section>
  );
}
