import { useMutation } from "@tanstack/react-query";
import { type Ref, useState } from "react";
import { sentence } from "@/lib/sentence.ts";
import { NotDone } from "@/trpc/not-done.tsx";
import { type RouterOutputs, useTRPC } from "@/trpc/react.tsx";
import { Button } from "@/ui/button.tsx";
import { Checkbox } from "@/ui/field.tsx";
import { Note } from "@/ui/note.tsx";
import { ReasonField } from "@/ui/reason-field.tsx";
import { Segmented } from "@/ui/segmented.tsx";
import { Time } from "@/ui/time.tsx";
import { replayObstacle } from "../replay-obstacle.ts";
import { type CommandAnswer, isForcible, verdictOf } from "../report-words.ts";
import { hasEnded, useCommand } from "../use-command.ts";
import type { DryRun } from "../use-dry-run.ts";

type Letter = RouterOutputs["deadLetters"]["get"];

const WAYS = [
  { value: "replay", label: "Replay for real" },
  { value: "resolve", label: "Resolve without a replay" },
] as const;

/** A reason, and the button that cannot be taken back. Enter never confirms. */
export function ReplayForm(props: {
  readonly letter: Letter;
  readonly dryRun: DryRun;
  readonly mayResolve: boolean;
  readonly reasonRef: Ref<HTMLTextAreaElement>;
}) {
  const { letter, dryRun, mayResolve, reasonRef } = props;
  const trpc = useTRPC();
  const [way, setWay] = useState<"replay" | "resolve">("replay");
  const [reason, setReason] = useState("");
  const replay = useMutation(trpc.deadLetters.replay.mutationOptions());
  const resolve = useMutation(trpc.deadLetters.resolve.mutationOptions());
  const [asked, setAsked] = useState(way); // what was had done last, whatever is looked at since
  const last = asked === "replay" ? replay : resolve;
  const answer = useCommand(letter.id, last.data);
  const isUnderWay = last.isPending || (answer !== undefined && !hasEnded(answer));
  const isOpen = letter.resolvedAt === null && !closesLetter(answer);
  const obstacle = replayObstacle({ way, reason, dryRun, isUnderWay });
  const start = () => {
    setAsked(way);
    if (way === "replay") replay.mutate({ id: letter.id, reason, force: dryRun.force });
    else resolve.mutate({ id: letter.id, reason });
  };
  if (!isOpen && answer === undefined && last.error === null) return null;
  return (
    <section
      aria-label="For real"
      className="flex-none border-t border-line bg-surface-2 px-3.5 pt-3 pb-3.5"
    >
      <Result answer={answer} isPending={last.isPending} error={last.error} />
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
          <ReasonField ref={reasonRef} value={reason} onChange={setReason} />
          {way === "replay" && <Force dryRun={dryRun} />}
          <div className="mt-2.5 flex items-center gap-2.5">
            {way === "replay" ? (
              <Button
                kind="danger"
                glyph="replay"
                disabled={obstacle !== undefined}
                onClick={start}
              >
                Replay 1 letter
              </Button>
            ) : (
              <Button glyph="check" disabled={obstacle !== undefined} onClick={start}>
                Resolve 1 letter
              </Button>
            )}
            <span className="text-12 leading-4 text-ink-3">
              {obstacle ??
                (way === "replay"
                  ? "Original bytes, same id: a second replay changes nothing."
                  : "Nothing is sent. The letter is closed.")}
            </span>
          </div>
        </>
      )}
    </section>
  );
}

const CLOSING = new Set(["processed", "duplicate"]);

/** Whether a command closed its letter, which the letter itself says a moment later. */
function closesLetter(answer: CommandAnswer | undefined): boolean {
  return answer?.status === "done" && CLOSING.has(answer.report?.outcome ?? "");
}

/** Only where it can help: it lifts what the dry run was refused for, and the dry run is asked again with it. */
function Force({ dryRun }: { readonly dryRun: DryRun }) {
  const report = dryRun.answer?.report;
  if (!dryRun.force && !(report && isForcible(report))) return null;
  return (
    <Checkbox
      className="mt-2"
      label="Force: replay although this stands in the way. The dry run above then shows what would happen."
      checked={dryRun.force}
      onChange={(event) => dryRun.run(event.target.checked)}
    />
  );
}

/** What came of it, in place. */
function Result(props: {
  readonly answer: CommandAnswer | undefined;
  readonly isPending: boolean;
  readonly error: unknown;
}) {
  const { answer, isPending, error } = props;
  if (error !== null && error !== undefined) {
    return <NotDone className="mb-2.5" title="It was not asked for." error={error} />;
  }
  if (answer === undefined)
    return isPending ? <Note kind="info" className="mb-2.5" title="Under way." /> : null;
  const { report, status, finishedAt, requestedAt, kind } = answer;
  if (status === "failed") {
    return (
      <Note kind="bad" className="mb-2.5" title="It could not be done.">
        {sentence((report?.refusals ?? []).join("; "))}
      </Note>
    );
  }
  if (!report) {
    return (
      <Note kind="warn" className="mb-2.5" title="Waiting for a worker.">
        Asked for <Time at={requestedAt} show="age" />; it happens as soon as one answers.
      </Note>
    );
  }
  if (kind === "resolve") {
    return (
      <Note kind="good" className="mb-2.5" title="Resolved without a replay.">
        <Time at={finishedAt ?? requestedAt} />
      </Note>
    );
  }
  const { title, detail, tone } = verdictOf(report);
  const noteKind = {
    green: "good",
    teal: "info",
    amber: "warn",
    red: "bad",
    plain: "info",
  } as const;
  return (
    <Note kind={noteKind[tone]} className="mb-2.5" title={`${title}.`}>
      {detail} <Time at={finishedAt ?? requestedAt} className="text-ink-3" />
    </Note>
  );
}
