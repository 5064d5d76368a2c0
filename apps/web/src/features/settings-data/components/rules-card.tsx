import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/trpc/query-view.tsx";
import { type RouterOutputs, useTRPC } from "@/trpc/react.tsx";
import { Card, CardHeader } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { ScrollArea } from "@/ui/scroll-area.tsx";
import { Table, Td, Th, Tr } from "@/ui/table.tsx";
import { Time } from "@/ui/time.tsx";
import { wordsOfRule } from "../redaction-words.ts";

type Rules = RouterOutputs["settings"]["redactionRules"];

/** What is masked now where people look, and of whom, as projects registered it. */
export function RulesCard() {
  const trpc = useTRPC();
  const query = useQuery(trpc.settings.redactionRules.queryOptions());
  return (
    <QueryView
      query={query}
      what="the rules in force"
      consequence="What is masked is not known here; it is masked all the same."
      rows={3}
    >
      {(rules) => <RulesTable rules={rules} />}
    </QueryView>
  );
}

function RulesTable({ rules }: { readonly rules: Rules }) {
  return (
    <Card label="Rules in force">
      <CardHeader title="Rules in force" sub="as each project's last worker said" />
      {rules.length === 0 ? (
        <EmptyState
          title="No worker has said yet what its project masks. The built-in rules hold."
          because="filtered"
        />
      ) : (
        <ScrollArea className="max-h-[40dvh] overflow-auto">
          <Table caption="Rules in force">
            <thead>
              <tr>
                <Th>Project</Th>
                <Th>Data of</Th>
                <Th>Masked names</Th>
                <Th>Names left alone</Th>
                <Th>Values</Th>
                <Th end>Said</Th>
              </tr>
            </thead>
            <tbody>
              {rules.map((rule) => (
                <RuleRow key={`${rule.project}/${rule.machineId ?? ""}`} rule={rule} />
              ))}
            </tbody>
          </Table>
        </ScrollArea>
      )}
    </Card>
  );
}

function RuleRow({ rule }: { readonly rule: Rules[number] }) {
  const { names, leftAlone, values } = wordsOfRule(rule.settings);
  return (
    <Tr>
      <Td className="font-strong">{rule.project}</Td>
      <Td className={rule.machineId === undefined ? "text-ink-2" : "mono"}>
        {rule.machineId ?? "no machine"}
      </Td>
      <Td>{names}</Td>
      <Td>{leftAlone || <span className="text-ink-3">none</span>}</Td>
      <Td>{values}</Td>
      <Td end className="text-ink-3">
        <Time at={rule.registeredAt} />
      </Td>
    </Tr>
  );
}
