import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "@/trpc/query-view.tsx";
import { useTRPC } from "@/trpc/react.tsx";
import { Checkbox, Select, TextField } from "@/ui/field.tsx";
import { isSignal, type Rule, SIGNALS, type Signal } from "../alert-words.ts";
import { EditDialog, EditForm, useAfterChange } from "./edit-dialog.tsx";

/** Makes a rule, or changes one. */
export function RuleDialog(props: {
  readonly edited: Rule | "new" | undefined;
  readonly onClose: () => void;
}) {
  const { edited, onClose } = props;
  return (
    <EditDialog
      what="rule"
      edited={edited}
      onClose={onClose}
      renderForm={(rule) => <RuleForm rule={rule} onClose={onClose} />}
    />
  );
}

function RuleForm(props: { readonly rule: Rule | undefined; readonly onClose: () => void }) {
  const { rule, onClose } = props;
  const trpc = useTRPC();
  const onSuccess = useAfterChange(onClose);
  const channels = useQuery(trpc.alerts.channels.queryOptions());
  const first = rule !== undefined && isSignal(rule.signal) ? rule.signal : "new-letter";
  const [name, setName] = useState(rule?.name ?? "");
  const [signal, setSignal] = useState<Signal>(first);
  const [threshold, setThreshold] = useState(String(rule?.threshold ?? SIGNALS[first].from));
  const [machineId, setMachineId] = useState(rule?.machineId ?? "");
  const [chosen, setChosen] = useState(rule?.channels.map(({ id }) => id) ?? []);
  const [isQuiet, setIsQuiet] = useState(rule?.quiet !== undefined);
  const [quiet, setQuiet] = useState(
    rule?.quiet ?? {
      from: "22:00",
      to: "07:00",
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
  );
  const [enabled, setEnabled] = useState(rule?.enabled ?? true);
  const save = useMutation(trpc.alerts.saveRule.mutationOptions({ onSuccess }));
  const remove = useMutation(trpc.alerts.deleteRule.mutationOptions({ onSuccess }));
  const submit = () =>
    save.mutate({
      id: rule?.id ?? "",
      name,
      signal,
      threshold: Number(threshold),
      machineId: machineId || undefined,
      channels: chosen,
      quiet: isQuiet ? quiet : undefined,
      enabled,
    });
  const toggle = (id: string) =>
    setChosen((now) => (now.includes(id) ? now.filter((each) => each !== id) : [...now, id]));
  return (
    <EditForm
      what="rule"
      name={name}
      onName={setName}
      save={save}
      onSave={submit}
      remove={remove}
      onRemove={rule && (() => remove.mutate({ id: rule.id }))}
      onClose={onClose}
    >
      <div className="flex items-center gap-2 text-12">
        <span className="font-strong">Watches</span>
        <Select
          label="Signal"
          value={signal}
          onChange={(event) => {
            const next = event.target.value as Signal;
            setSignal(next);
            setThreshold(String(SIGNALS[next].from));
          }}
        >
          {Object.entries(SIGNALS).map(([value, { label }]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </div>
      <div className="grid grid-cols-2 items-end gap-3">
        <TextField
          label="Alert from"
          hint={SIGNALS[signal].unit}
          inputMode="decimal"
          required
          value={threshold}
          onChange={(event) => setThreshold(event.target.value)}
        />
        <TextField
          label="Only"
          hint="machine, consumer or project; empty: all"
          value={machineId}
          onChange={(event) => setMachineId(event.target.value)}
        />
      </div>
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1 text-12 font-strong">Tells</legend>
        {channels.isError && <p className="text-12 text-red">{messageOf(channels.error)}</p>}
        {channels.data?.length === 0 && (
          <p className="text-12 text-ink-3">
            There is no channel yet: the alert is shown here only.
          </p>
        )}
        {channels.data?.map((channel) => (
          <Checkbox
            key={channel.id}
            label={`${channel.name} (${channel.kind})`}
            checked={chosen.includes(channel.id)}
            onChange={() => toggle(channel.id)}
          />
        ))}
      </fieldset>
      <Checkbox
        label="Quiet hours: tell at their end, if it still holds"
        checked={isQuiet}
        onChange={(event) => setIsQuiet(event.target.checked)}
      />
      {isQuiet && (
        <div className="grid grid-cols-[1fr_1fr_2fr] gap-3">
          {(["from", "to", "zone"] as const).map((field) => (
            <TextField
              key={field}
              label={{ from: "From", to: "To", zone: "Time zone" }[field]}
              value={quiet[field]}
              onChange={(event) => setQuiet({ ...quiet, [field]: event.target.value })}
            />
          ))}
        </div>
      )}
      <Checkbox
        label="Evaluate this rule"
        checked={enabled}
        onChange={(event) => setEnabled(event.target.checked)}
      />
    </EditForm>
  );
}
