import { useState } from "react";
import { stateOfPhase, wordOfPhase } from "@/lib/phase-state.ts";
import { useUrlParams } from "@/lib/use-url-params.ts";
import { QueryView } from "@/trpc/query-view.tsx";
import { useTRPC } from "@/trpc/react.tsx";
import { useLiveQuery } from "@/trpc/use-live-query.ts";
import { Card, CardHeader } from "@/ui/card.tsx";
import { StateChip } from "@/ui/chip.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { FilterInput } from "@/ui/filter-input.tsx";
import { PageTitle } from "@/ui/page-title.tsx";
import { Table, Td, Th, Tr } from "@/ui/table.tsx";
import { Time } from "@/ui/time.tsx";
import { type InstanceName, writeName } from "../compare-params.ts";

const SHOWN = 50;

/** Chooses what an instance is compared with: another one of its machine. */
export function InstancePicker({ first }: { readonly first: InstanceName }) {
  const trpc = useTRPC();
  const url = useUrlParams();
  const [text, setText] = useState("");
  const query = useLiveQuery(
    trpc.instances.list.queryOptions(
      { filter: { machine: first.machineId, q: text || undefined }, limit: SHOWN },
      { placeholderData: (old) => old },
    ),
    { anyInstance: true },
  );
  return (
    <>
      <PageTitle title={`Compare ${first.subject} with`} />
      <Card
        label="Instances to compare with"
        className="flex min-h-0 flex-1 flex-col overflow-hidden"
      >
        <CardHeader title={`Other instances of ${first.machineId}`} sub={`the newest ${SHOWN}`}>
          <FilterInput
            label="Subject begins with"
            placeholder="order-43, or 43"
            className="w-56"
            value={text}
            onChange={(value) => setText(value ?? "")}
          />
        </CardHeader>
        <QueryView query={query} what="instances" consequence="There may be instances." rows={10}>
          {({ rows }) => {
            const others = rows.filter(({ subject }) => subject !== first.subject);
            if (others.length === 0) {
              return <EmptyState title="No other instance fits." because="filtered" />;
            }
            return (
              <div className="min-h-0 flex-1 overflow-auto">
                <Table caption="Instances to compare with">
                  <thead>
                    <tr>
                      <Th>Subject</Th>
                      <Th>Is</Th>
                      <Th>State</Th>
                      <Th>Version</Th>
                      <Th end>Started</Th>
                    </tr>
                  </thead>
                  <tbody>
                    {others.map((row) => (
                      <Tr key={row.subject}>
                        <Td>
                          <button
                            type="button"
                            className="mono font-strong underline decoration-line-control underline-offset-2 hover:decoration-ink"
                            onClick={() => url.set({ b: writeName(row) }, "push")}
                          >
                            {row.subject}
                          </button>
                        </Td>
                        <Td>
                          <StateChip state={stateOfPhase(row.phase, row.attention?.kind)}>
                            {wordOfPhase(row.phase, row.attention?.kind)}
                          </StateChip>
                        </Td>
                        <Td className="mono">{row.states.join(", ")}</Td>
                        <Td>{row.version}</Td>
                        <Td end className="text-ink-2">
                          <Time at={row.startedAt} />
                        </Td>
                      </Tr>
                    ))}
                  </tbody>
                </Table>
              </div>
            );
          }}
        </QueryView>
      </Card>
    </>
  );
}
