"use client";

import Link from "next/link";
import { formatPlural } from "@/lib/format-number.ts";
import { useRowKeys } from "@/lib/keys/use-row-keys.ts";
import { paths } from "@/lib/paths.ts";
import { QueryView } from "@/trpc/query-view.tsx";
import { type RouterOutputs, useTRPC } from "@/trpc/react.tsx";
import { useLiveQuery } from "@/trpc/use-live-query.ts";
import { Card } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { PageTitle } from "@/ui/page-title.tsx";
import { Table, Td, Th, Tr } from "@/ui/table.tsx";
import { Time } from "@/ui/time.tsx";

type List = RouterOutputs["asyncapi"]["list"];

const REFRESH_MS = 2_000; // machines change when a worker starts

/** Every machine with a document of what it takes and sends. */
export function DocumentsPage() {
  const trpc = useTRPC();
  const query = useLiveQuery(
    trpc.asyncapi.list.queryOptions(),
    { deadLetters: true, workers: true },
    { intervalMs: REFRESH_MS },
  );
  return (
    <>
      <PageTitle
        title="AsyncAPI"
        sub="What each machine takes and sends, from the chart that runs"
      />
      <Card label="Machines" className="flex min-h-0 flex-1 flex-col overflow-hidden">
        <QueryView
          query={query}
          what="machines"
          consequence="There may be machines."
          rows={6}
          className="flex-1"
        >
          {(list) =>
            list.rows.length > 0 ? (
              <Machines list={list} />
            ) : (
              <EmptyState title="No machine is registered." because="filtered">
                They appear when a worker starts with a project.
              </EmptyState>
            )
          }
        </QueryView>
      </Card>
    </>
  );
}

function Machines({ list }: { readonly list: List }) {
  const { rowProps } = useRowKeys(
    list.rows.map(({ machineId }) => ({ id: machineId, href: paths.asyncapiOf(machineId) })),
  );
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <Table caption="Machines">
        <thead>
          <tr className="sticky top-0 bg-surface">
            <Th>Machine</Th>
            <Th>Project</Th>
            <Th>Version</Th>
            <Th end>Receives</Th>
            <Th end>Sends</Th>
            <Th>Letters</Th>
            <Th end>Versions</Th>
            <Th end>Registered</Th>
          </tr>
        </thead>
        <tbody>
          {list.rows.map((row) => (
            <Tr key={row.machineId} {...rowProps(row.machineId)}>
              <Td>
                <Link
                  href={paths.asyncapiOf(row.machineId)}
                  className="mono font-strong after:absolute after:inset-0"
                >
                  {row.machineId}
                </Link>
              </Td>
              <Td className="text-ink-2">{row.project}</Td>
              <Td>{row.version}</Td>
              <Td end>{row.receives}</Td>
              <Td end>{row.sends}</Td>
              <Td className="text-red">
                {row.openLetters > 0 && formatPlural(row.openLetters, "letter")}
              </Td>
              <Td end className="text-ink-2">
                {row.versions}
              </Td>
              <Td end className="text-ink-2">
                <Time at={row.registeredAt} />
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      {list.more && (
        <p className="px-3.5 py-2 text-12 text-ink-3">
          The first {list.rows.length}; there are more.
        </p>
      )}
    </div>
  );
}
