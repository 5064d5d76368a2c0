import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useKeys } from "@/lib/keys/use-keys.ts";
import { sentence } from "@/lib/sentence.ts";
import { NotDone } from "@/trpc/not-done.tsx";
import { messageOf } from "@/trpc/query-view.tsx";
import { type RouterOutputs, useTRPC } from "@/trpc/react.tsx";
import { Button } from "@/ui/button.tsx";
import { Card, CardHeader } from "@/ui/card.tsx";
import { TextField } from "@/ui/field.tsx";
import { LoadingState } from "@/ui/loading-state.tsx";
import { Note } from "@/ui/note.tsx";
import { ReasonField } from "@/ui/reason-field.tsx";
import { Segmented } from "@/ui/segmented.tsx";
import { Time } from "@/ui/time.tsx";
import { VerdictBanner } from "@/ui/verdict-banner.tsx";
import { type CommandAnswer, verdictOf } from "../report-words.ts";
import { hasEnded, useCommand } from "../use-command.ts";
import { type Resume, useResume } from "../use-resume.ts";
import { NotAllowed, Resolved } from "./replay-notes.tsx";
import { ReportView } from "./report-view.tsx";

type Letter = RouterOutputs["deadLetters"]["get"];

const WAYS = [
  { value: "resume", label: "Resume the instance" },
  { value: "resolve", label: "Resolve without it" },
] as const;

/** A letter of a chart state has no envelope to replay: its instance is resumed, from right before the failure or an earlier step. */
export function ResumeCard(props: {
  readonly letter: Letter;
  /** What the person may do; undefined until it is known. */
  readonly permissions: readonly string[] | undefined;
  readonly roleName: string | undefined;
}) {
  const { letter, permissions, roleName } = props;
  const may = (permission: string) => permissions?.includes(permission) ?? false;
  const isOpen = letter.resolvedAt === null;
  const [revision, setRevision] = useState("");
  const dry = useResume(letter, true);
  const reason = useRef<HTMLTextAreaElement>(null);
  const from = revisionOf(revision);
  const { run } = dry;
  const ask = () => run({ revision: from.value });
  const isWanted = isOpen && may("operate");
  const startedFor = useRef<string>(undefined);
  useEffect(() => {
    if (!isWanted || startedFor.current === letter.id) return;
    startedFor.current = letter.id; // once a page: React may run an effect twice
    run({});
  }, [isWanted, letter.id, run]);
  useKeys(
    isWanted
      ? [
          { keys: "d", label: "dry run", group: "Letter", run: ask },
          { keys: "r", label: "resume…", group: "Letter", run: () => reason.current?.focus() },
        ]
      : [],
  );
  return (
    <Card label="Replay" className="flex min-h-0 flex-col overflow-hidden">
      <CardHeader title="Dry run" sub="of resuming the instance; nothing is changed">
        {isWanted && (
          <Button size="sm" glyph="flask" onClick={ask} disabled={dry.isRunning || !from.fits}>
            {dry.answer ? "Run again" : "Run"}
          </Button>
        )}
      </CardHeader>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {permissions !== undefined && !may("operate") && isOpen ? (
          <NotAllowed roleName={roleName} />
        ) : (
          <DryRun dry={dry} letter={letter} />
        )}
      </div>
      {may("operate") && (
        <ResumeForm
          {...{ letter, dry, revision, setRevision, from }}
          mayResolve={may("resolve")}
          reasonRef={reason}
        />
      )}
    </Card>
  );
}

function DryRun({ dry, letter }: { readonly dry: Resume; readonly letter: Letter }) {
  // What would have come of it is no news of a letter that is dealt with.
  if (letter.resolvedAt !== null) return <Resolved letter={letter} />;
  if (dry.error !== null && dry.error !== undefined) {
    return (
      <Note kind="bad" className="m-3.5" title="The dry run could not be asked for.">
        {sentence(messageOf(dry.error))}. Nothing was changed.
      </Note>
    );
  }
  if (dry.report) {
    return (
      <>
        <VerdictBanner verdict={verdictOf(dry.report)} />
        <ReportView report={dry.report} waiting={letter.waiting} />
      </>
    );
  }
  if (dry.answer?.status === "waiting") {
    return (
      <Note kind="warn" className="m-3.5" title="Waiting for a worker.">
        Only workers hold this machine’s code. The answer appears here as soon as one gives it.
      </Note>
    );
  }
  if (dry.isRunning) return <LoadingState label="Running it without changing anything" rows={6} />;
  if (dry.answer === undefined) return null;
  return (
    <Note kind="bad" className="m-3.5" title="The dry run failed.">
      The worker gave no report. Nothing was changed.
    </Note>
  );
}

interface Revision {
  readonly value: number | undefined;
  readonly fits: boolean;
}

/** A revision as it was typed; empty for right before the failure. */
function revisionOf(text: string): Revision {
  if (text.trim() === "") return { value: undefined, fits: true };
  const value = Number(text);
  return { value, fits: Number.isSafeInteger(value) && value >= 1 };
}

function ResumeForm(props: {
  readonly letter: Letter;
  readonly dry: Resume;
  readonly revision: string;
  readonly setRevision: (revision: string) => void;
  readonly from: Revision;
  readonly mayResolve: boolean;
  readonly reasonRef: React.Ref<HTMLTextAreaElement>;
}) {
  const { letter, dry, revision, setRevision, from, mayResolve, reasonRef } = props;
  const trpc = useTRPC();
  const [way, setWay] = useState<"resume" | "resolve">("resume");
  const [asked, setAsked] = useState(way); // what was had done last, whatever is looked at since
  const [reason, setReason] = useState("");
  const real = useResume(letter, false);
  const resolve = useMutation(trpc.deadLetters.resolve.mutationOptions());
  const resolution = useCommand(letter.id, resolve.data);
  const isResolving = resolve.isPending || (resolution !== undefined && !hasEnded(resolution));
  const isUnderWay = real.isRunning || isResolving;
  const obstacle = obstacleOf({ way, reason, dry, from, isUnderWay });
  const error = asked === "resume" ? real.error : resolve.error;
  const answer = asked === "resume" ? real.answer : resolution;
  const isOpen = letter.resolvedAt === null;
  if (!isOpen && answer === undefined && !error) return null;
  const start = () => {
    setAsked(way);
    if (way === "resume") real.run({ revision: from.value, reason });
    else resolve.mutate({ id: letter.id, reason });
  };
  return (
    <section
      aria-label="For real"
      className="flex-none border-t border-line bg-surface-2 px-3.5 pt-3 pb-3.5"
    >
      {error !== null && error !== undefined && (
        <NotDone className="mb-2.5" title="It was not asked for." error={error} />
      )}
      {answer && <Came way={asked} answer={answer} report={real.report} />}
      {isOpen && (
        <>
          {mayResolve && (
            <Segmented
              label="What to do"
              value={way}
              options={WAYS}
              onChange={setWay}
              fill
              className="mb-2.5"
            />
          )}
          {way === "resume" && (
            <TextField
              label="From revision"
              hint="empty: right before the failure; the dry run has to be run again for it"
              inputMode="numeric"
              autoComplete="off"
              className="mb-2.5"
              value={revision}
              error={from.fits ? undefined : "a whole number from 1"}
              onChange={(event) => setRevision(event.target.value)}
            />
          )}
          <ReasonField ref={reasonRef} value={reason} onChange={setReason} />
          <div className="mt-2.5 flex items-center gap-2.5">
            <Button
              kind={way === "resume" ? "danger" : "plain"}
              glyph={way === "resume" ? "replay" : "check"}
              disabled={obstacle !== undefined}
              onClick={start}
            >
              {way === "resume" ? "Resume 1 instance" : "Resolve 1 letter"}
            </Button>
            <span className="text-12 leading-4 text-ink-3">
              {obstacle ??
                (way === "resume" ? "It does again what it failed at." : "Nothing is sent.")}
            </span>
          </div>
        </>
      )}
    </section>
  );
}

/** What came of it, in place; also if that is nothing, or nothing yet. */
function Came(props: {
  readonly way: "resume" | "resolve";
  readonly answer: Pick<CommandAnswer, "status" | "requestedAt" | "finishedAt">;
  /** Of resuming. */
  readonly report: Resume["report"];
}) {
  const { way, answer, report } = props;
  if (!hasEnded(answer)) {
    return (
      <Note kind="warn" className="mb-2.5" title="Waiting for a worker.">
        Asked for <Time at={answer.requestedAt} show="age" />; it happens as soon as one answers.
      </Note>
    );
  }
  if (way === "resolve" && answer.status === "done") {
    return (
      <Note kind="good" className="mb-2.5" title="Resolved without it.">
        <Time at={answer.finishedAt ?? answer.requestedAt} />
      </Note>
    );
  }
  if (way === "resolve" || report === undefined) {
    return (
      <Note kind="bad" className="mb-2.5" title="It could not be done.">
        The worker gave no report.
      </Note>
    );
  }
  const { title, detail, tone } = verdictOf(report);
  return (
    <Note
      kind={tone === "red" ? "bad" : tone === "green" ? "good" : "info"}
      className="mb-2.5"
      title={`${title}.`}
    >
      {detail}
    </Note>
  );
}

function obstacleOf(form: {
  readonly way: "resume" | "resolve";
  readonly reason: string;
  readonly dry: Resume;
  readonly from: Revision;
  readonly isUnderWay: boolean;
}): string | undefined {
  const { way, reason, dry, from, isUnderWay } = form;
  if (isUnderWay) return "Under way.";
  if (way === "resume") {
    if (!from.fits) return "The revision does not fit.";
    if (dry.isRunning || dry.report === undefined) return "Waits for the dry run.";
    if (dry.askedRevision !== from.value) return "Run the dry run for this revision first.";
    if (dry.report.outcome === "refused") return "The dry run was refused.";
  }
  return reason.trim() === "" ? "Give a reason." : undefined;
}
