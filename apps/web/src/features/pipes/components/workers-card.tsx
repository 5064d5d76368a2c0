import { Button } from "@/ui/button.tsx";
import { Card, CardHeader } from "@/ui/card.tsx";
import { ToneChip } from "@/ui/chip.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { Meter } from "@/ui/meter.tsx";
import { Table, Td, Th, Tr } from "@/ui/table.tsx";
import { Time } from "@/ui/time.tsx";
import { mayHoldLeases, type Pipes, standingOfWorker, type Worker, workerName } from "../pipes.ts";
import { StandingCell } from "./standing-cell.tsx";

/** Who works, and which share of the lanes each holds. */
export function WorkersCard(props: {
  readonly pipes: Pipes;
  /** Absent for those who may not. */
  readonly onHandBack: ((worker: Worker) => void) | undefined;
}) {
  const { workers, now } = props.pipes;
  const versions = new Set(
    workers.filter(({ stoppedAt }) => stoppedAt === null).map(({ version }) => version),
  ).size;
  return (
    <Card label="Workers" className="flex flex-none flex-col overflow-hidden">
      <CardHeader title="Workers" sub="with the shards of lanes that each has leased">
        {versions > 1 && (
          <ToneChip tone="amber" glyph="alert">
            {versions} versions
          </ToneChip>
        )}
      </CardHeader>
      {workers.length === 0 ? (
        <EmptyState title="No worker runs." checkedAt={now} because="filtered">
          Events and commands wait until one does: npx sagascope worker
        </EmptyState>
      ) : (
        <div className="overflow-x-auto">
          <Table caption="Workers">
            <thead>
              <tr>
                <Th>Worker</Th>
                <Th className="max-drawer:hidden">Project</Th>
                <Th>Shards</Th>
                <Th>Heartbeat</Th>
                <Th>Since</Th>
                <Th>Version</Th>
                <Th>State</Th>
                {props.onHandBack && <Th />}
              </tr>
            </thead>
            <tbody>
              {workers.map((worker) => (
                <WorkerRow key={worker.id} worker={worker} onHandBack={props.onHandBack} />
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </Card>
  );
}

function WorkerRow(props: {
  readonly worker: Worker;
  readonly onHandBack: ((worker: Worker) => void) | undefined;
}) {
  const { worker, onHandBack } = props;
  const standing = standingOfWorker(worker);
  const { shards, shardsInAll } = worker;
  return (
    <Tr>
      <Td className="mono font-strong" title={worker.id}>
        {workerName(worker.id)}
      </Td>
      <Td className="mono text-ink-2 max-drawer:hidden">{worker.project}</Td>
      <Td>
        {shards === 0 ? (
          <span className="text-ink-3">none</span>
        ) : (
          <span className="inline-flex items-center gap-2">
            <Meter
              share={shards / shardsInAll}
              label={`${shards} of ${shardsInAll} shards`}
              className="w-16"
            />
            {shards} of {shardsInAll}
          </span>
        )}
      </Td>
      <Td className="text-ink-2">
        <Time at={worker.heartbeatAt} show="age" />
      </Td>
      <Td className="text-ink-2">
        <Time at={worker.startedAt} />
      </Td>
      <Td className="mono text-ink-2">{worker.version}</Td>
      <StandingCell standing={standing} />
      {onHandBack && (
        <Td end>
          {mayHoldLeases(worker) && (
            <Button
              size="sm"
              onClick={() => onHandBack(worker)}
              aria-label={`Hand back leases of ${workerName(worker.id)}`}
            >
              Hand back…
            </Button>
          )}
        </Td>
      )}
    </Tr>
  );
}
