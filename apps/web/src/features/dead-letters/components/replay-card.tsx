import { useRef, useState } from "react";
import { useKeys } from "@/lib/keys/use-keys.ts";
import { messageOf } from "@/trpc/query-view.tsx";
import type { RouterOutputs } from "@/trpc/react.tsx";
import { Button } from "@/ui/button.tsx";
import { Card, CardHeader } from "@/ui/card.tsx";
import { ErrorState } from "@/ui/error-state.tsx";
import { LoadingState } from "@/ui/loading-state.tsx";
import { Note } from "@/ui/note.tsx";
import { Time } from "@/ui/time.tsx";
import { VerdictBanner } from "@/ui/verdict-banner.tsx";
import { type CommandAnswer, verdictOf } from "../report-words.ts";
import { type DryRun, useDryRun } from "../use-dry-run.ts";
import { EditDialog } from "./edit-dialog.tsx";
import { ReplayForm } from "./replay-form.tsx";
import { NotAllowed, Resolved } from "./replay-notes.tsx";
import { ReportView } from "./report-view.tsx";

type Letter = RouterOutputs["deadLetters"]["get"];

/** The dry run, and under it the replay: always together. */
export function ReplayCard(props: {
  readonly letter: Letter;
  /** What the person may do; undefined until it is known. */
  readonly permissions: readonly string[] | undefined;
  readonly roleName: string | undefined;
}) {
  const { letter, permissions, roleName } = props;
  const may = (permission: string) => permissions?.includes(permission) ?? false;
  const isOpen = letter.resolvedAt === null;
  const dryRun = useDryRun(letter.id, isOpen && may("dryRun"));
  const reason = useRef<HTMLTextAreaElement>(null);
  const [isEditing, setIsEditing] = useState(false);
  const run = () => dryRun.run(dryRun.force);
  useKeys(
    may("dryRun")
      ? [
          { keys: "d", label: "dry run", group: "Letter", run },
          { keys: "r", label: "replay…", group: "Letter", run: () => reason.current?.focus() },
        ]
      : [],
  );
  return (
    <Card label="Replay" className="flex min-h-0 flex-col overflow-hidden">
      <CardHeader title="Dry run" sub={<DryRunSub answer={dryRun.answer} />}>
        {may("dryRun") && (
          <Button size="sm" glyph="flask" onClick={run} disabled={dryRun.isRunning}>
            {dryRun.answer ? "Run again" : "Run"}
          </Button>
        )}
      </CardHeader>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {permissions !== undefined && !may("dryRun") ? (
          <NotAllowed roleName={roleName} />
        ) : (
          <DryRunBody dryRun={dryRun} letter={letter} onRetry={run} />
        )}
      </div>
      {isEditable(letter) && may("replayEdited") && (
        <div className="flex-none border-t border-line px-3.5 py-2">
          <Button size="sm" kind="ghost" onClick={() => setIsEditing(true)}>
            Edit and replay…
          </Button>
        </div>
      )}
      {isEditing && <EditDialog letter={letter} onClose={() => setIsEditing(false)} />}
      {may("replay") && (
        <ReplayForm
          letter={letter}
          dryRun={dryRun}
          mayResolve={may("resolve")}
          reasonRef={reason}
        />
      )}
    </Card>
  );
}

/** Only what has an envelope of its own can be sent with other data. */
function isEditable({ source, envelope, resolvedAt }: Letter): boolean {
  return source === "envelope" && envelope !== null && resolvedAt === null;
}

function DryRunSub({ answer }: { readonly answer: CommandAnswer | undefined }) {
  const report = answer?.report;
  if (!report) return null;
  const on = report.machineId ? ` on ${report.machineId} v${report.machineVersion ?? "?"}` : "";
  return (
    <>
      <Time at={new Date(report.at)} />
      {on}; nothing was changed
    </>
  );
}

function DryRunBody(props: {
  readonly dryRun: DryRun;
  readonly letter: Letter;
  readonly onRetry: () => void;
}) {
  const { dryRun, letter, onRetry } = props;
  const { answer, isRunning, error } = dryRun;
  if (error !== null && answer === undefined) {
    return (
      <ErrorState
        title="The dry run could not be asked for"
        consequence={`${messageOf(error)}. Nothing was changed.`}
        onRetry={onRetry}
      />
    );
  }
  if (answer?.report) {
    return (
      <>
        <VerdictBanner verdict={verdictOf(answer.report)} />
        <ReportView report={answer.report} waiting={letter.waiting} />
      </>
    );
  }
  if (answer) return <Waiting answer={answer} />;
  if (isRunning) return <LoadingState label="Running it without changing anything" rows={6} />;
  return <Resolved letter={letter} />;
}

function Waiting({ answer }: { readonly answer: CommandAnswer }) {
  if (answer.status === "failed") {
    return (
      <Note kind="bad" className="m-3.5" title="The dry run failed.">
        The worker gave no report. Nothing was changed.
      </Note>
    );
  }
  return (
    <Note kind="warn" className="m-3.5" title="Waiting for a worker.">
      Only workers hold this machine’s code, and none has answered since{" "}
      <Time at={answer.requestedAt} />. The answer appears here as soon as one does.
      <span className="mono mt-1 block text-[10.5px] text-ink-3">{answer.commandId}</span>
    </Note>
  );
}
