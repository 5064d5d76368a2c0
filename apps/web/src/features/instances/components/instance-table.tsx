import Link from "next/link";
import type { ReactNode } from "react";
import { formatDuration } from "@/lib/format-duration.ts";
import { formatPlural } from "@/lib/format-number.ts";
import { useRowKeys } from "@/lib/keys/use-row-keys.ts";
import { paths } from "@/lib/paths.ts";
import { stateOfPhase, wordOfPhase } from "@/lib/phase-state.ts";
import { useReturnPlace } from "@/lib/use-return-place.ts";
import type { RouterOutputs } from "@/trpc/react.tsx";
import { StateChip } from "@/ui/chip.tsx";
import { Table, Td, Th, Tr } from "@/ui/table.tsx";
import { Countdown, Time } from "@/ui/time.tsx";
import { COLUMNS, type ColumnId } from "../columns.ts";

type Row = RouterOutputs["instances"]["list"]["rows"][number];

/** One row an instance; every row is a link. */
export function InstanceTable(props: {
  readonly rows: readonly Row[];
  readonly columns: readonly ColumnId[];
}) {
  const { rows, columns } = props;
  const { current, rowProps, select } = useRowKeys(
    rows.map((row) => ({ id: idOf(row), href: paths.instance(row.machineId, row.subject) })),
  );
  const list = useReturnPlace(current, select);
  const shown = COLUMNS.filter(({ id }) => columns.includes(id));
  return (
    <div ref={list} className="min-h-0 flex-1 overflow-auto">
      <Table caption="Instances">
        <thead>
          <tr className="sticky top-0 z-1 bg-surface">
            <Th>Subject</Th>
            {shown.map((column) => (
              <Th key={column.id} end={"end" in column}>
                {column.label}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Tr key={idOf(row)} {...rowProps(idOf(row))}>
              <Td>
                <Link
                  href={paths.instance(row.machineId, row.subject)}
                  className="mono font-strong after:absolute after:inset-0"
                >
                  {row.subject}
                </Link>
              </Td>
              {shown.map(({ id }) => (
                <InstanceCell key={id} id={id} row={row} />
              ))}
            </Tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function InstanceCell({ id, row }: { readonly id: ColumnId; readonly row: Row }): ReactNode {
  const { phase, attention, states } = row;
  switch (id) {
    case "machine":
      return (
        <Td>
          {row.machineId} <span className="text-ink-3">v{row.version}</span>
        </Td>
      );
    case "is":
      return (
        <Td>
          <StateChip state={stateOfPhase(phase, attention?.kind)}>
            {wordOfPhase(phase, attention?.kind)}
          </StateChip>
        </Td>
      );
    case "state":
      return (
        <Td className="mono max-w-72 truncate" title={states.join(", ")}>
          {states.join(", ")}
        </Td>
      );
    case "step":
      return (
        <Td end className="text-ink-2">
          {row.revision}
        </Td>
      );
    case "due":
      return (
        <Td className={attention?.kind === "overdue" ? "text-amber" : "text-teal"}>
          {row.nextDueAt && <Countdown dueAt={row.nextDueAt} />}
        </Td>
      );
    case "letters":
      return (
        <Td className="text-red">
          {row.openLetters > 0 && formatPlural(row.openLetters, "letter")}
        </Td>
      );
    case "started":
    case "updated":
      return (
        <Td end className="text-ink-2">
          <Time at={id === "started" ? row.startedAt : row.updatedAt} />
        </Td>
      );
    case "took":
      return (
        <Td end className="text-ink-2">
          {row.finishedAt && formatDuration(row.finishedAt.getTime() - row.startedAt.getTime())}
        </Td>
      );
    case "correlation":
      return (
        <Td className="mono max-w-60 truncate text-ink-2" title={row.correlationId}>
          {row.correlationId}
        </Td>
      );
  }
}

function idOf({ machineId, subject }: Row): string {
  return `${machineId}/${subject}`;
}
