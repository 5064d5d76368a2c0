"use client";

import Link from "next/link";
import { formatCount, formatPlural } from "@/lib/format-number.ts";
import { useRowKeys } from "@/lib/keys/use-row-keys.ts";
import { paths } from "@/lib/paths.ts";
import { QueryView } from "@/trpc/query-view.tsx";
import { type RouterOutputs, useTRPC } from "@/trpc/react.tsx";
import { useLiveQuery } from "@/trpc/use-live-query.ts";
import { Card } from "@/ui/card.tsx";
import { StateChip } from "@/ui/chip.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { IdText } from "@/ui/id-text.tsx";
import { PageTitle } from "@/ui/page-title.tsx";
import { Table, Td, Th, Tr } from "@/ui/table.tsx";
import { Time } from "@/ui/time.tsx";

type Row = RouterOutputs["conversations"]["list"][number];

const REFRESH_MS = 1_000;

/** The conversations of the newest instances. */
export function ConversationsPage() {
  const trpc = useTRPC();
  const query = useLiveQuery(
    trpc.conversations.list.queryOptions(),
    { anyInstance: true, deadLetters: true },
    { intervalMs: REFRESH_MS },
  );
  return (
    <>
      <PageTitle title="Conversations" sub="of the newest 300 instances; older ones by search" />
      <Card label="Conversations" className="flex min-h-0 flex-1 flex-col overflow-hidden">
        <QueryView
          query={query}
          what="conversations"
          consequence="There may be conversations."
          rows={14}
        >
          {(rows) =>
            rows.length > 0 ? (
              <ConversationTable rows={rows} />
            ) : (
              <EmptyState title="No conversations yet." because="filtered">
                They appear with the first event that a machine takes.
              </EmptyState>
            )
          }
        </QueryView>
      </Card>
    </>
  );
}

function ConversationTable({ rows }: { readonly rows: readonly Row[] }) {
  const { rowProps } = useRowKeys(
    rows.map(({ correlationId }) => ({
      id: correlationId,
      href: paths.conversation(correlationId),
    })),
  );
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <Table caption="Conversations">
        <thead>
          <tr className="sticky top-0 bg-surface">
            <Th>Subject</Th>
            <Th>Correlation id</Th>
            <Th>Machines</Th>
            <Th>Is</Th>
            <Th end>Envelopes</Th>
            <Th>Letters</Th>
            <Th end className="max-drawer:hidden">
              Started
            </Th>
            <Th end>Moved</Th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Tr key={row.correlationId} {...rowProps(row.correlationId)}>
              <ConversationCells row={row} />
            </Tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function ConversationCells({ row }: { readonly row: Row }) {
  return (
    <>
      <Td>
        <Link
          href={paths.conversation(row.correlationId)}
          className="mono font-strong after:absolute after:inset-0"
        >
          {row.subject}
        </Link>
      </Td>
      <Td>
        <IdText id={row.correlationId} copy={false} className="text-ink-2" />
      </Td>
      <Td>{row.machines.join(", ")}</Td>
      <Td>
        <ConversationChip row={row} />
      </Td>
      <Td end>{formatCount(row.envelopes)}</Td>
      <Td className="text-red">{row.openLetters > 0 && formatPlural(row.openLetters, "letter")}</Td>
      <Td end className="text-ink-2 max-drawer:hidden">
        <Time at={row.startedAt} />
      </Td>
      <Td end className="text-ink-2">
        <Time at={row.updatedAt} show="age" />
      </Td>
    </>
  );
}

/** One instance that nothing will move holds up its conversation, whatever the others do. */
function ConversationChip({ row }: { readonly row: Row }) {
  if (row.stuck > 0) return <StateChip state="stuck" />;
  return row.active > 0 ? <StateChip state="active" /> : <StateChip state="done">Over</StateChip>;
}
