import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type RouterInputs, useTRPC } from "@/trpc/react.tsx";
import { TextField } from "@/ui/field.tsx";
import { Segmented } from "@/ui/segmented.tsx";
import type { Channel } from "../alert-words.ts";
import { EditDialog, EditForm, useAfterChange } from "./edit-dialog.tsx";

type Draft = RouterInputs["alerts"]["saveChannel"]["channel"];
type Fields = Readonly<Record<string, string>>;

const KINDS = [
  { value: "webhook", label: "Webhook" },
  { value: "slack", label: "Slack" },
  { value: "email", label: "E-mail" },
] as const;
type Kind = (typeof KINDS)[number]["value"];

interface FieldSpec {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly secret?: boolean;
}

const FIELDS: Readonly<Record<Kind, readonly FieldSpec[]>> = {
  webhook: [
    { name: "url", label: "Address", hint: "https://…" },
    { name: "secret", label: "Signing secret", hint: "16 characters or more", secret: true },
  ],
  slack: [{ name: "url", label: "Webhook address", hint: "whoever has it can post", secret: true }],
  email: [
    { name: "host", label: "SMTP server" },
    { name: "port", label: "Port", hint: "465, 587, 25" },
    { name: "security", label: "Security", hint: "tls, starttls or none" },
    { name: "user", label: "User", hint: "if it wants one" },
    { name: "password", label: "Password", secret: true },
    { name: "from", label: "From" },
    { name: "to", label: "To", hint: "several are set apart by commas" },
  ],
};

/** Makes a channel, or changes one. */
export function ChannelDialog(props: {
  readonly edited: Channel | "new" | undefined;
  readonly onClose: () => void;
}) {
  const { edited, onClose } = props;
  return (
    <EditDialog
      what="channel"
      edited={edited}
      onClose={onClose}
      renderForm={(channel) => <ChannelForm channel={channel} onClose={onClose} />}
    />
  );
}

function ChannelForm(props: {
  readonly channel: Channel | undefined;
  readonly onClose: () => void;
}) {
  const { channel, onClose } = props;
  const trpc = useTRPC();
  const onSuccess = useAfterChange(onClose);
  const [name, setName] = useState(channel?.name ?? "");
  const [kind, setKind] = useState<Kind>(
    KINDS.find(({ value }) => value === channel?.kind)?.value ?? "webhook",
  );
  const [fields, setFields] = useState<Fields>(fieldsOf(channel));
  const save = useMutation(trpc.alerts.saveChannel.mutationOptions({ onSuccess }));
  const remove = useMutation(trpc.alerts.deleteChannel.mutationOptions({ onSuccess }));
  return (
    <EditForm
      what="channel"
      name={name}
      onName={setName}
      save={save}
      onSave={() => save.mutate({ id: channel?.id, name, channel: draftOf(kind, fields) })}
      remove={remove}
      onRemove={channel && (() => remove.mutate({ id: channel.id }))}
      onClose={onClose}
    >
      {channel === undefined && (
        <Segmented label="Kind" value={kind} options={KINDS} onChange={setKind} fill />
      )}
      {FIELDS[kind].map(({ name: field, label, hint, secret }) => (
        <TextField
          key={field}
          label={label}
          hint={secret && channel !== undefined ? "left empty: as it was" : hint}
          type={secret ? "password" : "text"}
          autoComplete="off"
          value={fields[field] ?? ""}
          onChange={(event) => setFields({ ...fields, [field]: event.target.value })}
        />
      ))}
      <p className="text-12 text-ink-3">
        Secrets are kept sealed and never shown again. Private networks are refused, unless
        SAGASCOPE_ALERT_HOSTS allows the host.
      </p>
    </EditForm>
  );
}

function fieldsOf(channel: Channel | undefined): Fields {
  if (channel === undefined) return { port: "587", security: "starttls" };
  return Object.fromEntries(
    Object.entries(channel.settings).map(([name, value]) => [name, String(value)]),
  );
}

function draftOf(kind: Kind, fields: Fields): Draft {
  const { url = "", secret, password } = fields;
  if (kind === "webhook") return { kind, url, secret };
  if (kind === "slack") return { kind, url };
  return {
    kind,
    host: fields.host ?? "",
    port: Number(fields.port),
    security: (fields.security ?? "starttls") as "tls" | "starttls" | "none",
    user: fields.user,
    password,
    from: fields.from ?? "",
    to: (fields.to ?? "").split(",").map((address) => address.trim()),
  };
}
