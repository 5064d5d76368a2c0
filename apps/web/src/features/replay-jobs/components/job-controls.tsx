import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { formatCount } from "@/lib/format-number.ts";
import { useKeys } from "@/lib/keys/use-keys.ts";
import { messageOf } from "@/trpc/query-view.tsx";
import { useTRPC } from "@/trpc/react.tsx";
import { Button } from "@/ui/button.tsx";
import { Card, CardHeader, KeyValues } from "@/ui/card.tsx";
import { TextField } from "@/ui/field.tsx";
import { Note } from "@/ui/note.tsx";
import { ReasonField } from "@/ui/reason-field.tsx";
import { type Job, pauseWords } from "../job-words.ts";

type Change = "pause" | "resume" | "cancel";

const CHANGES: Readonly<Record<Change, { readonly label: string; readonly says: string }>> = {
  pause: { label: "Pause", says: "Nothing more is handed out. What workers have in hand ends." },
  resume: { label: "Resume", says: "It goes on where it stopped, and counts failures anew." },
  cancel: {
    label: "Cancel the job",
    says: "It ends for good. Letters that wait stay as they are.",
  },
};

/** Slow it, stop it, let it go on, end it; each for a reason where it is real. */
export function JobControls(props: {
  readonly job: Job;
  readonly mayChange: boolean;
  readonly roleName: string | undefined;
}) {
  const { job, mayChange, roleName } = props;
  const [asked, setAsked] = useState<Change>();
  const canChange = mayChange && (job.state === "running" || job.state === "paused");
  const toggle = job.state === "paused" ? "resume" : "pause";
  useKeys(
    canChange
      ? [{ keys: "p", label: `${toggle} the job`, group: "Job", run: () => setAsked(toggle) }]
      : [],
  );
  return (
    <Card label="Pace" className="flex-none">
      <CardHeader title="Pace" />
      <div className="px-3.5 py-2.5">
        {canChange ? <PaceForm job={job} /> : <PaceFacts job={job} />}
        {!mayChange && roleName !== undefined && job.state !== "done" && (
          <Note kind="info" className="mt-2.5" title={`The role ${roleName} may look.`}>
            Changing a job needs the role responder.
          </Note>
        )}
        {canChange && (
          <div className="mt-3 flex gap-2">
            <Button size="sm" onClick={() => setAsked(toggle)}>
              {CHANGES[toggle].label}
            </Button>
            <Button size="sm" onClick={() => setAsked("cancel")}>
              Cancel the job…
            </Button>
          </div>
        )}
        {canChange && asked && (
          <ChangeForm key={asked} job={job} change={asked} onDone={() => setAsked(undefined)} />
        )}
      </div>
    </Card>
  );
}

function PaceFacts({ job }: { readonly job: Job }) {
  return (
    <KeyValues
      entries={[
        ["rate", job.ratePerSecond === null ? "no limit" : `${job.ratePerSecond} a second`],
        ["at once", formatCount(job.parallel)],
        ["canary", job.canary === 0 ? "none" : formatCount(job.canary)],
        ["pauses", pauseWords(job)],
      ]}
    />
  );
}

/** Takes hold within a moment: the next letters go at the new pace. What somebody else sets shows where nothing is typed. */
function PaceForm({ job }: { readonly job: Job }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState<{ readonly rate?: string; readonly parallel?: string }>({});
  const rate = typed.rate ?? (job.ratePerSecond === null ? "" : String(job.ratePerSecond));
  const parallel = typed.parallel ?? String(job.parallel);
  const setPace = useMutation(
    trpc.replayJobs.setPace.mutationOptions({
      onSuccess: (changed) =>
        queryClient.setQueryData(trpc.replayJobs.get.queryKey({ id: job.id }), changed),
    }),
  );
  const ratePerSecond = rate.trim() === "" ? null : Number(rate);
  const atOnce = Number(parallel);
  const isSame = ratePerSecond === job.ratePerSecond && atOnce === job.parallel;
  const fits =
    (ratePerSecond === null || ratePerSecond > 0) && Number.isInteger(atOnce) && atOnce > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setPace.mutate(
      { id: job.id, ratePerSecond, parallel: atOnce },
      { onSuccess: () => setTyped((now) => (now === typed ? {} : now)) },
    );
  };
  return (
    <form onSubmit={submit}>
      <div className="grid grid-cols-2 gap-2.5">
        <TextField
          label="Rate"
          hint="a second"
          placeholder="no limit"
          inputMode="decimal"
          autoComplete="off"
          value={rate}
          onChange={(event) => setTyped({ ...typed, rate: event.target.value })}
        />
        <TextField
          label="At once"
          hint="letters"
          inputMode="numeric"
          autoComplete="off"
          value={parallel}
          onChange={(event) => setTyped({ ...typed, parallel: event.target.value })}
        />
      </div>
      <div className="mt-2 flex items-center gap-2.5">
        <Button size="sm" type="submit" disabled={isSame || !fits || setPace.isPending}>
          Set pace
        </Button>
        <span className="text-12 text-ink-3">pauses: {pauseWords(job)}</span>
      </div>
      <Failure error={setPace.error} />
    </form>
  );
}

function ChangeForm(props: {
  readonly job: Job;
  readonly change: Change;
  readonly onDone: () => void;
}) {
  const { job, change, onDone } = props;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [reason, setReason] = useState("");
  const act = useMutation(
    trpc.replayJobs.change.mutationOptions({
      onSuccess: (changed) => {
        queryClient.setQueryData(trpc.replayJobs.get.queryKey({ id: job.id }), changed);
        onDone();
      },
    }),
  );
  const { label, says } = CHANGES[change];
  const needsReason = !job.dryRun;
  return (
    <section aria-label={label} className="mt-3 border-t border-line pt-2.5">
      <p className="mb-2 text-12 text-ink-2">{says}</p>
      {needsReason && <ReasonField value={reason} autoFocus onChange={setReason} />}
      <div className="mt-2 flex gap-2">
        <Button
          size="sm"
          kind={change === "cancel" ? "danger" : "solid"}
          disabled={act.isPending || (needsReason && reason.trim() === "")}
          onClick={() => act.mutate({ id: job.id, change, reason: reason || undefined })}
        >
          {change === "cancel" ? "Cancel for good" : `${label} now`}
        </Button>
        <Button size="sm" kind="ghost" onClick={onDone}>
          Leave it
        </Button>
      </div>
      <Failure error={act.error} />
    </section>
  );
}

function Failure({ error }: { readonly error: unknown }) {
  if (error === null || error === undefined) return null;
  return (
    <p role="alert" className="mt-1.5 text-12 text-red">
      {messageOf(error)}
    </p>
  );
}
