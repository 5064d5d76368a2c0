"use client";

import Link from "next/link";
import { formatPlural } from "@/lib/format-number.ts";
import { useRowKeys } from "@/lib/keys/use-row-keys.ts";
import { paths } from "@/lib/paths.ts";
import { QueryView } from "@/trpc/query-view.tsx";
import { type RouterOutputs, useTRPC } from "@/trpc/react.tsx";
import { useLiveQuery } from "@/trpc/use-live-query.ts";
import { Card, CardHeader } from "@/ui/card.tsx";
import { PageTitle } from "@/ui/page-title.tsx";
import { Table, Td, Th, Tr } from "@/ui/table.tsx";
import { Time } from "@/ui/time.tsx";
import { DocumentActions } from "./components/document-actions.tsx";

type List = RouterOutputs["asyncapi"]["list"];

const REFRESH_MS = 2_000; // machines change when a worker starts

const GROUPS = [
  { kind: "machine", title: "Machines", none: "No machine is registered." },
  { kind: "system", title: "Systems", none: "No project is registered." },
  { kind: "import", title: "Services of others", none: "No document was imported." },
] as const;

/** Every document: of each machine, of whole projects, and of other people's services. */
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
        actions={<DocumentActions />}
      />
      <QueryView
        query={query}
        what="documents"
        consequence="There may be some."
        rows={6}
        className="flex-1"
      >
        {(list) => <Documents list={list} />}
      </QueryView>
    </>
  );
}

function Documents({ list }: { readonly list: List }) {
  const { rowProps } = useRowKeys(
    GROUPS.flatMap(({ kind }) => list.rows.filter((row) => row.kind === kind)).map(
      ({ kind, name }) => ({
        id: `${kind} ${name}`,
        href: paths.asyncapiDocument(kind, name),
      }),
    ),
  );
  return (
    <>
      {GROUPS.map(({ kind, title, none }) => {
        const rows = list.rows.filter((row) => row.kind === kind);
        return (
          <Card key={kind} label={title} className="flex flex-none flex-col overflow-hidden">
            <CardHeader title={title} sub={String(rows.length)} />
            {rows.length > 0 ? (
              <DocumentsTable title={title} rows={rows} rowProps={rowProps} />
            ) : (
              <p className="px-3.5 py-3 text-12 text-ink-3">
                {none}{" "}
                {kind === "import"
                  ? "An AsyncAPI file of a service outside is shown here, and names it in conversations."
                  : "They appear when a worker starts with a project."}
              </p>
            )}
          </Card>
        );
      })}
      {list.more && (
        <p className="text-12 text-ink-3">The first {list.rows.length}; there are more.</p>
      )}
    </>
  );
}

function DocumentsTable(props: {
  readonly title: string;
  readonly rows: List["rows"];
  readonly rowProps: ReturnType<typeof useRowKeys>["rowProps"];
}) {
  return (
    <Table caption={props.title} className="table-fixed">
      <thead>
        <tr>
          <Th className="w-1/4">Name</Th>
          <Th>Project</Th>
          <Th>Version</Th>
          <Th end>Receives</Th>
          <Th end>Sends</Th>
          <Th>Open letters</Th>
          <Th end>Versions</Th>
          <Th end>Since</Th>
        </tr>
      </thead>
      <tbody>
        {props.rows.map((row) => (
          <Tr key={row.name} {...props.rowProps(`${row.kind} ${row.name}`)}>
            <Td className="truncate font-strong">
              <Link
                href={paths.asyncapiDocument(row.kind, row.name)}
                className="mono hover:underline"
              >
                {row.name}
              </Link>
            </Td>
            <Td className="text-ink-2">{row.project ?? "outside"}</Td>
            <Td className="truncate">{row.version}</Td>
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
  );
}
