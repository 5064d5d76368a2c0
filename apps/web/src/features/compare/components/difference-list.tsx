import { cx } from "@/lib/cx.ts";
import { EmptyState } from "@/ui/empty-state.tsx";
import { ScrollArea } from "@/ui/scroll-area.tsx";
import { Table, Td, Th, Tr } from "@/ui/table.tsx";
import type { DifferenceLine, GraphDifference } from "../compare-graphs.ts";

const LOOKS = {
  added: { sign: "+", tone: "text-green" },
  removed: { sign: "−", tone: "text-red" },
  changed: { sign: "≠", tone: "text-amber" },
} as const satisfies Record<GraphDifference, { readonly sign: string; readonly tone: string }>;

/** Every difference in words, in the order of the chart. */
export function DifferenceList({ lines }: { readonly lines: readonly DifferenceLine[] }) {
  if (lines.length === 0) {
    return <EmptyState title="Nothing that a drawing shows is different." className="min-h-20" />;
  }
  return (
    <ScrollArea className="min-h-0 flex-1 overflow-auto">
      <Table caption="Differences">
        <thead>
          <tr>
            <Th>Is</Th>
            <Th>What</Th>
            <Th>At</Th>
            <Th>Difference</Th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ kind, part, state, what }) => (
            <Tr key={`${kind} ${part} ${state} ${what}`}>
              <Td className={cx("font-strong", LOOKS[kind].tone)}>
                <span aria-hidden="true">{LOOKS[kind].sign} </span>
                {kind}
              </Td>
              <Td className="text-ink-2">{part}</Td>
              <Td className="mono">{state || "the chart itself"}</Td>
              <Td className="w-full max-w-0 truncate" title={what}>
                {what}
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </ScrollArea>
  );
}
