import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "@/trpc/query-view.tsx";
import { type RouterInputs, useTRPC } from "@/trpc/react.tsx";
import { readAllAgain } from "@/trpc/read-again.ts";
import { TextField } from "@/ui/field.tsx";
import { Segmented } from "@/ui/segmented.tsx";
import { moveLines, nextPositionOf } from "../feed-move.ts";
import type { Feed } from "../pipes.ts";
import { ActionDialog } from "./action-dialog.tsx";

type Start = RouterInputs["pipes"]["moveFeed"]["to"];

const KINDS = [
  { value: "earliest", label: "Beginning" },
  { value: "latest", label: "End" },
  { value: "position", label: "Position" },
  { value: "time", label: "Time" },
] as const;
type Kind = (typeof KINDS)[number]["value"];

/** Puts a feed somewhere else: what follows is handed on, again if it was before. */
export function MoveFeedDialog(props: { readonly feed: Feed; readonly onClose: () => void }) {
  const { feed, onClose } = props;
  const trpc = useTRPC();
  const client = useQueryClient();
  const [kind, setKind] = useState<Kind>("position");
  const [text, setText] = useState(nextPositionOf(feed));
  const dryRun = useMutation(trpc.pipes.moveFeed.mutationOptions());
  const real = useMutation(
    trpc.pipes.moveFeed.mutationOptions({
      onSuccess: async () => {
        await readAllAgain(client, trpc.pipes.pathFilter());
        onClose();
      },
    }),
  );
  const choose = (next: Kind, value: string) => {
    setKind(next);
    setText(value);
    dryRun.reset(); // it was of another choice
  };
  const to = startOf(kind, text);
  const of = { project: feed.project, feed: feed.name };
  const failed = real.error ?? dryRun.error;
  return (
    <ActionDialog
      title={`Move feed ${feed.name}`}
      onClose={onClose}
      wouldDo={
        dryRun.data &&
        moveLines(dryRun.data).map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))
      }
      error={to === undefined ? "no position and no time" : failed ? messageOf(failed) : undefined}
      isBusy={to === undefined || dryRun.isPending || real.isPending}
      onDryRun={() => to && dryRun.mutate({ ...of, to, dryRun: true })}
      verb="Move feed"
      onDo={(reason) => to && real.mutate({ ...of, to, dryRun: false, reason })}
      command={`sagascope feeds move ${feed.name} --project ${feed.project} --to ${textOf(kind, text)} --reason … --yes`}
    >
      <Segmented
        label="Where to"
        fill
        value={kind}
        options={KINDS}
        onChange={(next) =>
          choose(next, next === "time" ? new Date().toISOString() : nextPositionOf(feed))
        }
      />
      {(kind === "position" || kind === "time") && (
        <TextField
          label={kind === "position" ? "Position" : "Time"}
          hint={
            kind === "position"
              ? "of the first event that is handed on"
              : "such as 2026-03-01T10:00:00Z"
          }
          value={text}
          onChange={(event) => choose(kind, event.target.value)}
        />
      )}
    </ActionDialog>
  );
}

function startOf(kind: Kind, text: string): Start | undefined {
  if (kind === "earliest" || kind === "latest") return kind;
  if (kind === "position") return /^\d{1,19}$/.test(text) ? { position: text } : undefined;
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? undefined : { time };
}

function textOf(kind: Kind, text: string): string {
  return kind === "earliest" || kind === "latest" ? kind : text;
}
