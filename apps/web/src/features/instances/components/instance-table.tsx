import Link from "next/link";
import type { ReactNode } from "react";
import { cx } from "@/lib/cx.ts";
import { formatDuration } from "@/lib/format-duration.ts";
import { formatPlural } from "@/lib/format-number.ts";
import { useKeys } from "@/lib/keys/use-keys.ts";
import { useRowKeys } from "@/lib/keys/use-row-keys.ts";
import { paths } from "@/lib/paths.ts";
import { stateOfPhase, wordOfPhase } from "@/lib/phase-state.ts";
import { useReturnPlace } from "@/lib/use-return-place.ts";
import type { RouterOutputs } from "@/trpc/react.tsx";
import { StateChip } from "@/ui/chip.tsx";
import { Checkbox } from "@/ui/field.tsx";
import { Table, Td, Th, Tr } from "@/ui/table.tsx";
import { Countdown, Time } from "@/ui/time.tsx";
import { COLUMNS, type ColumnId, givesWay } from "../columns.ts";
import { type ChosenInstance, nameOf } from "../compare-choice.ts";

const NARROW_HIDDEN = "max-drawer:hidden";

type Row = RouterOutputs["instances"]["list"]["rows"][number];

/** One row an instance; every row is a link, and its box chooses it for a comparison. */
export function InstanceTable(props: {
  readonly rows: readonly Row[];
  readonly columns: readonly ColumnId[];
  readonly chosen: readonly ChosenInstance[];
  readonly onToggle: (row: ChosenInstance) => void;
}) {
  const { rows, columns, chosen, onToggle } = props;
  const { current, rowProps, select } = useRowKeys(
    rows.map((row) => ({ id: nameOf(row), href: paths.instance(row.machineId, row.subject) })),
  );
  const marked = rows.find((row) => nameOf(row) === current);
  useKeys(
    marked
      ? [{ keys: "x", label: "choose the row", group: "Lists", run: () => onToggle(marked) }]
      : [],
  );
  const chosenNames = new Set(chosen.map(nameOf));
  const list = useReturnPlace(current, select);
  const shown = COLUMNS.filter(({ id }) => columns.includes(id));
  return (
    <div ref={list} className="min-h-0 flex-1 overflow-auto">
      <Table caption="Instances">
        <thead>
          <tr className="sticky top-0 z-2 bg-surface">
            <Th className="w-8 pr-0!">
              <span className="sr-only">Chosen</span>
            </Th>
            <Th>Subject</Th>
            {shown.map((column) => (
              <Th
                key={column.id}
                end={"end" in column}
                className={givesWay(column.id, columns) ? NARROW_HIDDEN : undefined}
              >
                {column.label}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Tr key={nameOf(row)} {...rowProps(nameOf(row))}>
              <Td className="pr-0!">
                <Checkbox
                  label={`Choose ${row.subject}, ${row.machineId}`}
                  hideLabel
                  className="z-1 align-middle" // above the link, which covers its row
                  checked={chosenNames.has(nameOf(row))}
                  onChange={() => onToggle(row)}
                />
              </Td>
              <Td>
                <Link
                  href={paths.instance(row.machineId, row.subject)}
                  className="mono font-strong after:absolute after:inset-0"
                >
                  {row.subject}
                </Link>
              </Td>
              {shown.map(({ id }) => (
                <InstanceCell
                  key={id}
                  id={id}
                  row={row}
                  className={givesWay(id, columns) ? NARROW_HIDDEN : undefined}
                />
              ))}
            </Tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function InstanceCell(props: {
  readonly id: ColumnId;
  readonly row: Row;
  readonly className: string | undefined;
}): ReactNode {
  const { id, row, className } = props;
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
        <Td end className={cx("text-ink-2", className)}>
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
        <Td end className={cx("text-ink-2", className)}>
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
