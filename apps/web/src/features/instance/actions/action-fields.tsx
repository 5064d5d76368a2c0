import { useQuery } from "@tanstack/react-query";
import { type ReactNode, type SelectHTMLAttributes, useId, useState } from "react";
import { eventWords } from "@/lib/event-words.ts";
import { useTRPC } from "@/trpc/react.tsx";
import { TextArea, TextField } from "@/ui/field.tsx";
import { Note } from "@/ui/note.tsx";
import type { Moment } from "../instance.ts";
import { type ActionKind, failuresOf, openCalls } from "./action-kinds.ts";
import type { ActionForm } from "./action-order.ts";
import { eventChoices } from "./event-choices.ts";
import { EventHelp } from "./event-help.tsx";

interface FieldsProps {
  readonly moment: Moment;
  readonly form: ActionForm;
  readonly onChange: (change: Partial<ActionForm>) => void;
  /** What is wrong with a field. */
  readonly errors: Partial<Record<keyof ActionForm, string>>;
}

/** What one action asks for. */
export function ActionFields({ kind, ...props }: FieldsProps & { readonly kind: ActionKind }) {
  switch (kind) {
    case "send":
      return <SendFields {...props} />;
    case "resume":
      return <ResumeFields {...props} />;
    case "skip":
      return <SkipFields {...props} />;
    case "cancel":
      return <CancelFields {...props} />;
    case "rewind":
      return <RewindFields {...props} />;
    case "migrate":
      return <MigrateFields {...props} />;
  }
}

function SendFields({ moment, form, onChange, errors }: FieldsProps) {
  const { now, elsewhere, any } = eventChoices(moment);
  const known = [...now, ...elsewhere];
  // What is typed stays typed, also where it is for a moment the name of a listed one.
  const [typed, setTyped] = useState(known.includes(form.event) ? "" : form.event);
  return (
    <>
      {known.length > 0 && (
        <Choice
          label="Event"
          value={typed === "" && known.includes(form.event) ? form.event : ""}
          onChange={(event) => {
            setTyped("");
            onChange({ event: event.target.value });
          }}
        >
          <option value="">Choose an event</option>
          {now.length > 0 && (
            <optgroup label="Taken in this state">
              {now.map((event) => (
                <option key={event}>{event}</option>
              ))}
            </optgroup>
          )}
          {elsewhere.length > 0 && (
            <optgroup label="Known, and not taken now">
              {elsewhere.map((event) => (
                <option key={event}>{event}</option>
              ))}
            </optgroup>
          )}
        </Choice>
      )}
      {any && (
        <TextField
          label={known.length > 0 ? "Or another event" : "Event"}
          hint="the chart takes events by a wildcard"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            onChange({ event: event.target.value });
          }}
        />
      )}
      {known.length === 0 && !any && (
        <Note kind="info" title="The chart takes no event from outside." />
      )}
      <TextArea
        label="Payload"
        hint="JSON; left empty, the event has none"
        spellCheck={false}
        className="[&>textarea]:h-28 [&>textarea]:font-mono [&>textarea]:text-12"
        value={form.payload}
        error={errors.payload}
        onChange={(event) => onChange({ payload: event.target.value })}
      />
      {form.event !== "" && (
        <EventHelp
          machineId={moment.instance.machineId}
          event={form.event}
          onFill={(payload) => onChange({ payload })}
        />
      )}
    </>
  );
}

function ResumeFields({ moment, form, onChange }: FieldsProps) {
  const failures = failuresOf(moment.instance);
  if (failures.length === 0) {
    return <Note kind="info" title="Nothing of this instance has failed." />;
  }
  return (
    <Choice
      label="What to do again"
      value={form.failure}
      onChange={(event) => onChange({ failure: event.target.value })}
    >
      <option value="">The one thing that failed</option>
      {failures.map(({ value, words }) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </Choice>
  );
}

function SkipFields({ moment, form, onChange, errors }: FieldsProps) {
  const calls = openCalls(moment.instance);
  if (calls.length === 0) return <Note kind="info" title="It waits for no service call." />;
  return (
    <>
      <Choice
        label="Call"
        value={form.call}
        onChange={(event) => onChange({ call: event.target.value })}
      >
        {calls.length > 1 && <option value="">Choose a call</option>}
        {calls.map(({ id, ref, src, status }) => (
          <option key={id} value={calls.length > 1 ? ref : ""}>
            {src}
            {status === "dead" ? ", gave up" : ", under way"}
          </option>
        ))}
      </Choice>
      <TextArea
        label="Its answer"
        hint="JSON; null if left empty"
        spellCheck={false}
        className="[&>textarea]:font-mono [&>textarea]:text-12"
        value={form.output}
        error={errors.output}
        onChange={(event) => onChange({ output: event.target.value })}
      />
    </>
  );
}

function CancelFields({ moment }: FieldsProps) {
  const { calls, timers } = moment.instance;
  const open = calls.filter(({ status }) => status === "pending").length;
  return (
    <p className="text-12 text-ink-2">
      {open === 0 && timers.length === 0
        ? "No call and no timer runs."
        : `${open} open ${open === 1 ? "call" : "calls"} and ${timers.length} ${timers.length === 1 ? "timer" : "timers"} end with it.`}
    </p>
  );
}

function RewindFields({ moment, form, onChange }: FieldsProps) {
  const earlier = moment.steps.filter(({ revision }) => revision < moment.instance.revision);
  if (earlier.length === 0) return <Note kind="info" title="There is no earlier step." />;
  return (
    <Choice
      label="Back to right after"
      value={form.revision}
      onChange={(event) => onChange({ revision: event.target.value })}
    >
      <option value="">Choose a step</option>
      {earlier.toReversed().map(({ revision, event, states }) => (
        <option key={revision} value={revision}>
          step {revision}, {eventWords(event)} to {states.join(" and ")}
        </option>
      ))}
    </Choice>
  );
}

function MigrateFields({ moment, form, onChange }: FieldsProps) {
  const trpc = useTRPC();
  const { machineId, chartId, states } = moment.instance;
  const versions = useQuery(trpc.instances.versions.queryOptions({ machineId }));
  const others = versions.data?.rows.filter((version) => version.chartId !== chartId) ?? [];
  if (versions.isError) return <Note kind="bad" title="The versions could not be read." />;
  if (versions.data && others.length === 0) {
    return <Note kind="info" title="No other version of this chart is registered." />;
  }
  return (
    <>
      <Choice
        label="To version"
        value={form.version}
        onChange={(event) => onChange({ version: event.target.value })}
      >
        <option value="">the present one</option>
        {others.map(({ chartId: id, version, isCurrent }) => (
          <option key={id} value={version}>
            {version}
            {isCurrent ? ", the present one" : ""}
          </option>
        ))}
      </Choice>
      {states.map((path) => (
        <TextField
          key={path}
          label={<>Where {path} goes</>}
          hint="if it has another name there"
          placeholder={path}
          value={form.states[path] ?? ""}
          onChange={(event) => onChange({ states: { ...form.states, [path]: event.target.value } })}
        />
      ))}
    </>
  );
}

/** A choice in a list, with its name above it. */
function Choice({
  label,
  children,
  ...rest
}: { readonly label: ReactNode } & SelectHTMLAttributes<HTMLSelectElement>) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-12 font-strong">
        {label}
      </label>
      <select
        id={id}
        className="h-7.5 w-full rounded-2 border border-line-control bg-surface px-[9px]"
        {...rest}
      >
        {children}
      </select>
    </div>
  );
}
