import Link from "next/link";
import { type ChartRange, RANGE_WORDS } from "@/lib/chart-range.ts";
import { formatDuration } from "@/lib/format-duration.ts";
import { formatCount } from "@/lib/format-number.ts";
import { paths } from "@/lib/paths.ts";
import { Card, CardHeader } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { Table, Td, Th, Tr } from "@/ui/table.tsx";
import { type OutboxLine, type Pipes, standingOfLine, takerWords, trendOf } from "../pipes.ts";
import { LeaseCells } from "./lease-cells.tsx";
import { StandingCell } from "./standing-cell.tsx";
import { TrendCell } from "./trend-cell.tsx";

/** What waits, for whom and since when. */
export function OutboxCard(props: { readonly pipes: Pipes; readonly range: ChartRange }) {
  const { pipes, range } = props;
  const { outbox, isCut, now } = pipes;
  return (
    <Card label="Outbox" className="flex flex-none flex-col overflow-hidden">
      <CardHeader
        title="Outbox"
        sub={
          isCut
            ? "of the oldest 100,000 deliveries; more wait"
            : "relays, and machines with something to do"
        }
      />
      {outbox.length === 0 ? (
        <EmptyState title="Nothing waits." checkedAt={now}>
          Every event was handled by all who take it. No relay is declared.
        </EmptyState>
      ) : (
        <div className="overflow-x-auto">
          <Table caption="Outbox">
            <thead>
              <tr>
                <Th>For</Th>
                <Th>Topic</Th>
                <Th className="max-drawer:hidden">Project</Th>
                <Th end>Waiting</Th>
                <Th end>Oldest</Th>
                <Th end>Dead letters</Th>
                <Th className="w-24">Last {RANGE_WORDS[range]}</Th>
                <Th>Holder, fence</Th>
                <Th className="max-drawer:hidden">Lease left</Th>
                <Th>State</Th>
              </tr>
            </thead>
            <tbody>
              {outbox.map((line) => (
                <Line
                  key={`${line.project} ${line.name} ${line.topic}`}
                  line={line}
                  pipes={pipes}
                />
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </Card>
  );
}

function Line({ line, pipes }: { readonly line: OutboxLine; readonly pipes: Pipes }) {
  const { now, leases } = pipes;
  const oldest =
    line.oldestAt === null ? "none" : formatDuration(now.getTime() - line.oldestAt.getTime());
  return (
    <Tr>
      <Td>
        <span className="text-ink-3">{takerWords(line)} </span>
        <span className="mono font-strong">{line.name}</span>
      </Td>
      <Td className="mono">{line.topic}</Td>
      <Td className="mono text-ink-2 max-drawer:hidden">{line.project}</Td>
      <Td end>{formatCount(line.waiting)}</Td>
      <Td end className={line.oldestAt === null ? "text-ink-3" : undefined}>
        {oldest}
      </Td>
      <Td end>
        {line.dead === 0 ? (
          <span className="text-ink-3">0</span>
        ) : (
          <Link href={paths.deadLetters({ machine: line.name })} className="link text-red">
            {formatCount(line.dead)}
          </Link>
        )}
      </Td>
      <TrendCell values={trendOf(pipes, line)} />
      <LeaseCells leases={leases.filter(({ project }) => project === line.project)} now={now} />
      <StandingCell standing={standingOfLine(line)} />
    </Tr>
  );
}
