import Link from "next/link";
import { type ChartRange, RANGE_WORDS } from "@/lib/chart-range.ts";
import { formatDuration } from "@/lib/format-duration.ts";
import { formatCount, formatPlural } from "@/lib/format-number.ts";
import { paths } from "@/lib/paths.ts";
import { Card, CardHeader } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { Distribution, Legend, type Share } from "@/ui/meter.tsx";
import { Table, Td, Th, Tr } from "@/ui/table.tsx";
import type { Overview } from "../overview.ts";

type Machine = Overview["machines"][number];

const PARTS = [
  { key: "calling", label: "active", tone: "blue" },
  { key: "waiting", label: "waiting", tone: "teal" },
  { key: "compensating", label: "compensating", tone: "violet" },
  { key: "attention", label: "stuck or overdue", tone: "amber" },
] as const satisfies readonly (Omit<Share, "count"> & { key: keyof Machine["where"] })[];

/** One line a machine: where its instances are, how they ended, how long they took. */
export function MachinesCard({
  overview,
  range,
}: {
  readonly overview: Overview;
  readonly range: ChartRange;
}) {
  const { machines } = overview;
  return (
    <Card label="Machines" className="flex flex-col">
      <CardHeader
        title="Machines"
        sub={`${formatPlural(machines.length, "running chart")}, ended in ${RANGE_WORDS[range]}`}
      >
        <span className="max-narrow:hidden">
          <Legend entries={PARTS} />
        </span>
      </CardHeader>
      {machines.length === 0 ? (
        <EmptyState title="No machine is registered yet." because="filtered">
          A worker registers its charts when it starts.
        </EmptyState>
      ) : (
        <div className="min-h-0 overflow-auto">
          <Table caption="Machines">
            <thead>
              <tr>
                <Th>Machine</Th>
                <Th end>In flight</Th>
                <Th className="w-56">Where they are</Th>
                <Th end>Completed</Th>
                <Th end>Compensated</Th>
                <Th end>Letters</Th>
                <Th end>Median</Th>
                <Th end>p95</Th>
              </tr>
            </thead>
            <tbody>
              {machines.map((machine) => (
                <MachineRow key={machine.machineId} machine={machine} range={range} />
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </Card>
  );
}

function MachineRow({ machine, range }: { readonly machine: Machine; readonly range: ChartRange }) {
  const { machineId, version, inFlight, completed, compensated, letters, medianMs, p95Ms, where } =
    machine;
  const shares = PARTS.map(({ key, label, tone }) => ({ label, tone, count: where[key] }));
  return (
    <Tr>
      <Td>
        <Link
          href={paths.instances({ machine: machineId })}
          className="font-strong hover:underline"
        >
          {machineId} <span className="font-normal text-ink-3">v{version}</span>
        </Link>
      </Td>
      <Td end className="font-strong">
        <CountLink
          count={inFlight}
          href={paths.instances({ machine: machineId, status: "active" })}
        />
      </Td>
      <Td>
        <Distribution shares={shares} />
      </Td>
      <Td end>
        <CountLink
          count={completed}
          href={paths.instances({ machine: machineId, phase: "completed", ended: range })}
        />
      </Td>
      <Td end>
        <CountLink
          count={compensated}
          href={paths.instances({ machine: machineId, phase: "compensated", ended: range })}
        />
      </Td>
      <Td end className={letters > 0 ? "font-strong text-red" : undefined}>
        <CountLink count={letters} href={paths.deadLetters({ machine: machineId })} />
      </Td>
      <Td end className="text-ink-2">
        {medianMs === undefined ? "–" : formatDuration(medianMs)}
      </Td>
      <Td end className="text-ink-2">
        {p95Ms === undefined ? "–" : formatDuration(p95Ms)}
      </Td>
    </Tr>
  );
}

function CountLink({ count, href }: { readonly count: number; readonly href: string }) {
  return (
    <Link href={href} className="hover:underline">
      {formatCount(count)}
    </Link>
  );
}
