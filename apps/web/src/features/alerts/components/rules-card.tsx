import { Button } from "@/ui/button.tsx";
import { Card, CardHeader } from "@/ui/card.tsx";
import { Chip } from "@/ui/chip.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { Table, Td, Th, Tr } from "@/ui/table.tsx";
import { type Rule, ruleWords, signalLabel } from "../alert-words.ts";

/** Every rule: what it watches, whom it tells, and when it is quiet. */
export function RulesCard(props: {
  readonly rules: readonly Rule[];
  /** Absent for those who may not. */
  readonly onEdit: ((rule: Rule) => void) | undefined;
}) {
  const { rules, onEdit } = props;
  return (
    <Card label="Rules" className="flex flex-col">
      <CardHeader title="Rules" sub={rules.length > 0 ? `${rules.length}` : undefined} />
      {rules.length === 0 ? (
        <EmptyState title="No rule watches anything." because="filtered" className="min-h-28">
          {onEdit ? "Make one, and a channel that it tells." : "An admin makes them."}
        </EmptyState>
      ) : (
        <div className="overflow-x-auto">
          <Table caption="Rules">
            <thead>
              <tr>
                <Th>Rule</Th>
                <Th>Watches</Th>
                <Th>Alert</Th>
                <Th>Tells</Th>
                <Th className="max-drawer:hidden">Quiet</Th>
                {onEdit && <Th />}
              </tr>
            </thead>
            <tbody>
              {rules.map((rule) => (
                <RuleRow key={rule.id} rule={rule} onEdit={onEdit} />
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </Card>
  );
}

function RuleRow(props: {
  readonly rule: Rule;
  readonly onEdit: ((rule: Rule) => void) | undefined;
}) {
  const { rule, onEdit } = props;
  const { quiet } = rule;
  return (
    <Tr>
      <Td className="w-full max-w-0 truncate font-strong" title={rule.name}>
        {rule.name} {!rule.enabled && <Chip>off</Chip>}
      </Td>
      <Td>{signalLabel(rule.signal)}</Td>
      <Td className="text-ink-2">{ruleWords(rule)}</Td>
      <Td>
        {rule.channels.length === 0 ? (
          <span className="text-ink-3">nobody</span>
        ) : (
          rule.channels.map(({ name }) => name).join(", ")
        )}
      </Td>
      <Td className="text-ink-2 max-drawer:hidden">
        {quiet ? `${quiet.from} to ${quiet.to}, ${quiet.zone}` : "–"}
      </Td>
      {onEdit && (
        <Td end>
          <Button size="sm" onClick={() => onEdit(rule)} aria-label={`Change rule ${rule.name}`}>
            Change
          </Button>
        </Td>
      )}
    </Tr>
  );
}
