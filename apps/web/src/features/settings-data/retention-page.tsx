"use client";

import { useQuery } from "@tanstack/react-query";
import { formatBytes, formatCount } from "@/lib/format-number.ts";
import { sentence } from "@/lib/sentence.ts";
import { QueryView } from "@/trpc/query-view.tsx";
import { type RouterOutputs, useTRPC } from "@/trpc/react.tsx";
import { Card, CardHeader } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { PageTitle } from "@/ui/page-title.tsx";
import { ScrollArea } from "@/ui/scroll-area.tsx";
import { Table, Td, Th, Tr } from "@/ui/table.tsx";
import { Time } from "@/ui/time.tsx";
import { PurgePreview } from "./components/purge-preview.tsx";

type Retention = RouterOutputs["settings"]["retention"];

const DAY_MS = 86_400_000;
const KEPT = ["events", "history", "instances", "receipts", "operations"] as const;

/** What is kept and for how long, what it takes, and what another policy would take away. */
export function RetentionPage() {
  const trpc = useTRPC();
  const query = useQuery(trpc.settings.retention.queryOptions());
  return (
    <>
      <PageTitle
        title="Retention"
        sub="set by SAGASCOPE_KEEP_… of the workers, and letterRetention of a project"
      />
      <QueryView query={query} what="retention" consequence="Policies may be there." rows={6}>
        {(retention) => (
          <>
            <PoliciesCard policies={retention.policies} />
            <PurgePreview />
            <PartitionsCard partitions={retention.partitions} />
          </>
        )}
      </QueryView>
    </>
  );
}

function ageWords(keepMs: number | undefined): string {
  return keepMs === undefined ? "for ever" : `${formatCount(Math.round(keepMs / DAY_MS))} d`;
}

function PoliciesCard({ policies }: Pick<Retention, "policies">) {
  return (
    <Card label="Policies">
      <CardHeader title="Kept" sub="by project, as its last worker said" />
      {policies.length === 0 ? (
        <EmptyState title="No worker has said yet what it keeps." because="filtered" />
      ) : (
        <div className="overflow-x-auto">
          <Table caption="Policies">
            <thead>
              <tr>
                <Th>Project</Th>
                {KEPT.map((what) => (
                  <Th key={what} end>
                    {sentence(what)}
                  </Th>
                ))}
                <Th end>Resolved letters</Th>
                <Th end>Open letters</Th>
                <Th end>Said</Th>
              </tr>
            </thead>
            <tbody>
              {policies.map(({ project, policy, letters, notedAt }) => (
                <Tr key={project}>
                  <Td className="font-strong">{project}</Td>
                  {KEPT.map((what) => (
                    <Td key={what} end>
                      {ageWords(policy[what])}
                    </Td>
                  ))}
                  <Td end>{ageWords(letters.resolvedMs)}</Td>
                  <Td end>{ageWords(letters.unresolvedMs)}</Td>
                  <Td end className="text-ink-3">
                    <Time at={notedAt} />
                  </Td>
                </Tr>
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </Card>
  );
}

function PartitionsCard({ partitions }: Pick<Retention, "partitions">) {
  return (
    <Card label="Tables by time">
      <CardHeader
        title="Tables by time"
        sub="events and history go a table at a time: a week each, the first of a database a day; rows as the server estimates them"
      />
      <ScrollArea className="max-h-[55dvh] overflow-auto">
        <Table caption="Tables by time">
          <thead>
            <tr>
              <Th>Holds</Th>
              <Th>Table</Th>
              <Th>From</Th>
              <Th>Until</Th>
              <Th end>Rows</Th>
              <Th end>On disk</Th>
            </tr>
          </thead>
          <tbody>
            {partitions.map(({ what, name, startsAt, endsAt, rows, bytes }) => (
              <Tr key={name}>
                <Td>{what}</Td>
                <Td className="mono">{name}</Td>
                <Td>
                  <Time at={startsAt} />
                </Td>
                <Td>
                  <Time at={endsAt} />
                </Td>
                <Td end>{Number(rows) < 0 ? "not known yet" : formatCount(Number(rows))}</Td>
                <Td end>{formatBytes(Number(bytes))}</Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      </ScrollArea>
    </Card>
  );
}
