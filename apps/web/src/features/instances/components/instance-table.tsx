import Link from "next/link";
import { formatDuration } from "@/lib/format-duration.ts";
import { formatPlural } from "@/lib/format-number.ts";
import { useRowKeys } from "@/lib/keys/use-row-keys.ts";
import { paths } from "@/lib/paths.ts";
import { stateOfPhase, wordOfPhase } from "@/lib/phase-state.ts";
import type { RouterOutputs } from "@/trpc/react.tsx";
import { StateChip } from "@/ui/chip.tsx";
import { Table, Td, Th, Tr } from "@/ui/table.tsx";
import { Countdown, Time } from "@/ui/time.tsx";

type Row = RouterOutputs["instances"]["list"]["rows"][number];

/** One row an instance. */
export function InstanceTable({ rows }: { readonly rows: readonly Row[] }) {
  const { rowProps } = useRowKeys(
    rows.map((row) => ({ id: idOf(row), href: paths.instance(row.machineId, row.subject) })),
  );
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <Table caption="Instances">
        <thead>
          <tr className="sticky top-0 bg-surface">
            <Th>Subject</Th>
            <Th>Machine</Th>
            <Th>Is</Th>
            <Th>State</Th>
            <Th end>Step</Th>
            <Th>Next is due</Th>
            <Th>Letters</Th>
            <Th end>Started</Th>
            <Th end>Took</Th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Tr key={idOf(row)} {...rowProps(idOf(row))}>
              <InstanceCells row={row} />
            </Tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function InstanceCells({ row }: { readonly row: Row }) {
  const { machineId, subject, version, phase, attention, states, revision } = row;
  return (
    <>
      <Td>
        <Link
          href={paths.instance(machineId, subject)}
          className="mono font-strong after:absolute after:inset-0"
        >
          {subject}
        </Link>
      </Td>
      <Td>
        {machineId} <span className="text-ink-3">v{version}</span>
      </Td>
      <Td>
        <StateChip state={stateOfPhase(phase, attention?.kind)}>
          {wordOfPhase(phase, attention?.kind)}
        </StateChip>
      </Td>
      <Td className="mono max-w-72 truncate" title={states.join(", ")}>
        {states.join(", ")}
      </Td>
      <Td end className="text-ink-2">
        {revision}
      </Td>
      <Td className={attention?.kind === "overdue" ? "text-amber" : "text-teal"}>
        {row.nextDueAt && <Countdown dueAt={row.nextDueAt} />}
      </Td>
      <Td className="text-red">{row.openLetters > 0 && formatPlural(row.openLetters, "letter")}</Td>
      <Td end className="text-ink-2">
        <Time at={row.startedAt} />
      </Td>
      <Td end className="text-ink-2">
        {row.finishedAt && formatDuration(row.finishedAt.getTime() - row.startedAt.getTime())}
      </Td>
    </>
  );
}

function idOf({ machineId, subject }: Row): string {
  return `${machineId}/${subject}`;
}
