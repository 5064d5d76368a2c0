import { type ChartRange, RANGE_WORDS } from "@/lib/chart-range.ts";
import { formatCount, formatPercent } from "@/lib/format-number.ts";
import { Card, CardHeader } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { Distribution, Legend, type Share } from "@/ui/meter.tsx";
import { Table, Td, Th, Tr } from "@/ui/table.tsx";
import type { Pipes } from "../pipes.ts";

const PARTS = [
  { key: "handled", label: "handled", tone: "faint" },
  { key: "triedAgain", label: "tried again", tone: "amber" },
  { key: "deadLettered", label: "dead letter", tone: "red" },
] as const satisfies readonly (Omit<Share, "count"> & { key: string })[];

/** What became of what machines and relays were given, by the engine's counts. */
export function DispatchersCard(props: { readonly pipes: Pipes; readonly range: ChartRange }) {
  const { dispatchers, now } = props.pipes;
  const span = RANGE_WORDS[props.range];
  return (
    <Card label="Dispatchers" className="flex flex-none flex-col overflow-hidden">
      <CardHeader title="Dispatchers" sub={`outcomes, last ${span}`}>
        <Legend entries={PARTS} />
      </CardHeader>
      {dispatchers.length === 0 ? (
        <EmptyState
          title={`Nothing was dispatched in the last ${span}.`}
          checkedAt={now}
          because="filtered"
        />
      ) : (
        <div className="overflow-x-auto">
          <Table caption="Dispatchers">
            <thead>
              <tr>
                <Th>For</Th>
                <Th className="w-2/5">Outcomes</Th>
                <Th end>Handled</Th>
                <Th end>Tried again</Th>
                <Th end>Dead letters</Th>
                <Th end>Handled share</Th>
              </tr>
            </thead>
            <tbody>
              {dispatchers.map(({ project, name, ...counts }) => (
                <Tr key={`${project} ${name}`}>
                  <Td>
                    {name === project && <span className="text-ink-3">unrouted </span>}
                    <span className="mono font-strong">{name}</span>
                  </Td>
                  <Td>
                    <Distribution
                      shares={PARTS.map(({ key, label, tone }) => ({
                        label,
                        tone,
                        count: counts[key],
                      }))}
                    />
                  </Td>
                  <Td end>{formatCount(counts.handled)}</Td>
                  <Td end>{formatCount(counts.triedAgain)}</Td>
                  <Td end className={counts.deadLettered > 0 ? "text-red" : undefined}>
                    {formatCount(counts.deadLettered)}
                  </Td>
                  <Td end className="text-ink-2">
                    {formatPercent(
                      counts.handled / (counts.handled + counts.triedAgain + counts.deadLettered),
                    )}
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
