import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { messageOf } from "@/trpc/query-view.tsx";
import { type RouterInputs, useTRPC } from "@/trpc/react.tsx";
import { Button } from "@/ui/button.tsx";
import { Dialog, DialogHeader } from "@/ui/dialog.tsx";
import { TextField } from "@/ui/field.tsx";
import { Segmented } from "@/ui/segmented.tsx";
import type { Channel } from "../alert-words.ts";

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
  const title = edited === "new" ? "New channel" : "Change channel";
  return (
    <Dialog open={edited !== undefined} onClose={onClose} label={title}>
      {edited && (
        <ChannelForm
          title={title}
          channel={edited === "new" ? undefined : edited}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

function ChannelForm(props: {
  readonly title: string;
  readonly channel: Channel | undefined;
  readonly onClose: () => void;
}) {
  const { title, channel, onClose } = props;
  const trpc = useTRPC();
  const client = useQueryClient();
  const [name, setName] = useState(channel?.name ?? "");
  const [kind, setKind] = useState<Kind>(
    KINDS.find(({ value }) => value === channel?.kind)?.value ?? "webhook",
  );
  const [fields, setFields] = useState<Fields>(fieldsOf(channel));
  const done = async () => {
    await client.invalidateQueries(trpc.alerts.pathFilter());
    onClose();
  };
  const save = useMutation(trpc.alerts.saveChannel.mutationOptions({ onSuccess: done }));
  const remove = useMutation(trpc.alerts.deleteChannel.mutationOptions({ onSuccess: done }));
  const failed = save.error ?? remove.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ id: channel?.id, name, channel: draftOf(kind, fields) });
  };
  return (
    <form onSubmit={submit} className="flex min-h-0 flex-col">
      <DialogHeader title={title} onClose={onClose} />
      <div className="flex min-h-0 flex-col gap-3 overflow-y-auto px-5 py-4">
        <TextField label="Name" required value={name} onChange={(e) => setName(e.target.value)} />
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
        {failed && (
          <p role="alert" className="text-12 text-red">
            {messageOf(failed)}
          </p>
        )}
      </div>
      <div className="flex justify-end gap-2 border-t border-line px-5 py-3">
        {channel && (
          <Button
            className="mr-auto"
            disabled={remove.isPending}
            onClick={() => remove.mutate({ id: channel.id })}
          >
            Delete channel
          </Button>
        )}
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="solid" type="submit" disabled={name.trim() === "" || save.isPending}>
          Save channel
        </Button>
      </div>
    </form>
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
