import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { NotDone } from "@/trpc/not-done.tsx";
import { QueryView } from "@/trpc/query-view.tsx";
import { type RouterOutputs, useTRPC } from "@/trpc/react.tsx";
import { Button } from "@/ui/button.tsx";
import { Dialog, DialogHeader } from "@/ui/dialog.tsx";
import { Note } from "@/ui/note.tsx";
import { ReasonField } from "@/ui/reason-field.tsx";
import { parseData, patchOf } from "../edit-patch.ts";
import { verdictOf } from "../report-words.ts";
import { hasEnded } from "../use-command.ts";
import { useEditedRun } from "../use-edited-run.ts";
import { EditedDryRun } from "./edited-dry-run.tsx";
import { SchemaHelp } from "./schema-help.tsx";

type Letter = RouterOutputs["deadLetters"]["get"];

const SETTLE_MS = 600; // a check for each letter that is typed would only be in the way

/** Other data than was sent: a new envelope, caused by the old one, checked against what its machine declares. */
export function EditDialog(props: { readonly letter: Letter; readonly onClose: () => void }) {
  const { letter, onClose } = props;
  const trpc = useTRPC();
  const schema = useQuery(trpc.deadLetters.schema.queryOptions({ id: letter.id }));
  const before = (letter.envelope as { readonly data?: unknown } | null)?.data ?? {};
  const [text, setText] = useState(() => JSON.stringify(before, null, 2));
  const [reason, setReason] = useState("");
  const dry = useEditedRun(letter.id, true);
  const real = useEditedRun(letter.id, false);
  const edited = parseData(text);
  const patch = edited.kind === "data" ? patchOf(before, edited.value) : [];
  const patchText = patch.length === 0 ? "" : JSON.stringify(patch);
  const { run } = dry;
  useEffect(() => {
    if (patchText === "") return;
    const timer = setTimeout(() => run(JSON.parse(patchText)), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [patchText, run]);
  const isChecked = patchText !== "" && dry.editText === patchText && !dry.isPending;
  const obstacle = obstacleOf({
    problem: edited.kind === "problem" ? edited.problem : undefined,
    hasChange: patch.length > 0,
    outcome: isChecked ? dry.answer?.report?.outcome : undefined,
    reason,
    isUnderWay: real.isPending || (real.answer !== undefined && !hasEnded(real.answer)),
  });
  const isDone = real.answer?.status === "done";
  return (
    <Dialog open onClose={onClose} label="Edit and replay 1 letter" className="m-auto w-[1020px]">
      <DialogHeader
        title="Edit and replay 1 letter"
        sub="a new envelope with an id of its own, caused by this one"
        onClose={onClose}
      />
      <div className="grid min-h-0 flex-1 overflow-y-auto narrow:grid-cols-2">
        <div className="px-5 py-4">
          <label htmlFor="edited-data" className="mb-1 block text-12 font-strong">
            Data{" "}
            <span className="font-normal text-ink-3">
              as JSON; a masked value that is left alone keeps its original
            </span>
          </label>
          <textarea
            id="edited-data"
            value={text}
            spellCheck={false}
            rows={16}
            aria-invalid={edited.kind === "problem"}
            aria-describedby="edited-problem"
            onChange={(event) => setText(event.target.value)}
            className="mono block w-full rounded-2 border border-line-control bg-surface px-2.5 py-2 text-[11.5px] leading-[18px] aria-invalid:border-red"
          />
          <p id="edited-problem" role="alert" className="mt-1 text-12 text-red empty:hidden">
            {edited.kind === "problem" ? edited.problem : ""}
          </p>
          <div className="mt-3">
            <QueryView
              query={schema}
              what="the schema"
              consequence="The check still runs."
              rows={4}
            >
              {(found) => <SchemaHelp schema={found} />}
            </QueryView>
          </div>
        </div>
        <div className="border-line bg-surface-2 max-narrow:border-t narrow:border-l">
          <EditedDryRun
            patch={patch}
            before={before}
            answer={isChecked ? dry.answer : undefined}
            isRunning={patchText !== "" && !isChecked}
            error={dry.error}
          />
        </div>
      </div>
      <footer className="flex-none border-t border-line px-5 py-3">
        <Outcome run={real} />
        {!isDone && <ReasonField value={reason} onChange={setReason} />}
        <div className="mt-2.5 flex items-center gap-2.5">
          <span className="min-w-0 flex-1 text-12 text-ink-3">{isDone ? "" : obstacle}</span>
          <Button onClick={onClose}>{isDone ? "Close" : "Cancel"}</Button>
          {!isDone && (
            <Button
              kind="danger"
              glyph="replay"
              disabled={obstacle !== undefined}
              onClick={() => real.run(patch, reason)}
            >
              Replay 1 edited letter
            </Button>
          )}
        </div>
      </footer>
    </Dialog>
  );
}

function Outcome({ run }: { readonly run: ReturnType<typeof useEditedRun> }) {
  const { answer, error, isPending } = run;
  if (error !== null && error !== undefined) {
    return <NotDone className="mb-2.5" title="It was not asked for." error={error} />;
  }
  if (answer?.report) {
    const { title, detail, tone } = verdictOf(answer.report);
    return (
      <Note
        kind={tone === "green" ? "good" : tone === "red" ? "bad" : "info"}
        className="mb-2.5"
        title={`${title}.`}
      >
        {detail}
      </Note>
    );
  }
  return isPending || answer ? (
    <Note kind="info" className="mb-2.5" title="Under way.">
      It happens as soon as a worker answers.
    </Note>
  ) : null;
}

/** Why the button cannot be pressed yet; undefined if it can. */
export function obstacleOf(form: {
  readonly problem: string | undefined;
  readonly hasChange: boolean;
  readonly outcome: string | undefined;
  readonly reason: string;
  readonly isUnderWay: boolean;
}): string | undefined {
  const { problem, hasChange, outcome, reason, isUnderWay } = form;
  if (isUnderWay) return "Under way.";
  if (problem !== undefined) return "This is no JSON yet.";
  if (!hasChange) return "Nothing is changed: replay it as it is instead.";
  if (outcome === undefined) return "Waits for the check.";
  if (outcome === "refused") return "The check refused it.";
  return reason.trim() === "" ? "Give a reason." : undefined;
}
