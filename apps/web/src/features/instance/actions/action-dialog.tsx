import { type ReactNode, useEffect, useRef, useState } from "react";
import { sentence } from "@/lib/sentence.ts";
import { NotDone } from "@/trpc/not-done.tsx";
import { messageOf } from "@/trpc/query-view.tsx";
import { Button } from "@/ui/button.tsx";
import { Dialog, DialogHeader } from "@/ui/dialog.tsx";
import { ErrorState } from "@/ui/error-state.tsx";
import { LoadingState } from "@/ui/loading-state.tsx";
import { Note } from "@/ui/note.tsx";
import { ReasonField } from "@/ui/reason-field.tsx";
import { Segmented } from "@/ui/segmented.tsx";
import { Time } from "@/ui/time.tsx";
import type { ActionPreview } from "../action-preview.ts";
import type { Moment } from "../instance.ts";
import { ActionFields } from "./action-fields.tsx";
import { ACTION_KINDS, ACTIONS, type ActionKind } from "./action-kinds.ts";
import { type ActionForm, EMPTY_FORM, readForm } from "./action-order.ts";
import { ActionOutcome } from "./action-outcome.tsx";
import { eventChoices } from "./event-choices.ts";
import { type ActionAnswer, obstacleOf } from "./report-words.ts";
import { type ActionDoor, hasEnded, useAction } from "./use-action.ts";

const TITLE = "Act on this instance";

interface ActionDialogProps {
  readonly moment: Moment;
  readonly kind: ActionKind;
  readonly onKind: (kind: ActionKind) => void;
  readonly onClose: () => void;
  readonly renderPreview: (preview: ActionPreview) => ReactNode;
}

/**
 * Acting on an instance: what to do and why on the left, what would come of it on the right, always together. The button
 * works only when a dry run of exactly this was not refused. Enter never confirms.
 */
export function ActionDialog(props: ActionDialogProps) {
  const { moment, onClose } = props;
  const { machineId, subject } = moment.instance;
  return (
    <Dialog
      open
      onClose={onClose}
      label={TITLE}
      className="m-auto h-[680px] w-[1080px] max-h-[calc(100dvh-32px)]!"
    >
      <DialogHeader
        title={TITLE}
        sub={
          <>
            <span className="mono">{subject}</span>, {machineId} v{moment.instance.version}
          </>
        }
        onClose={onClose}
      />
      <ActionBody {...props} />
    </Dialog>
  );
}

function ActionBody({ moment, kind, onKind, onClose, renderPreview }: ActionDialogProps) {
  const [form, setForm] = useState<ActionForm>(() => firstForm(moment));
  const [reason, setReason] = useState("");
  const dryRun = useAction(moment.instance);
  const real = useAction(moment.instance);
  const read = readForm(kind, form);
  const order = read.kind === "order" ? read.order : undefined;
  const { ask } = dryRun;
  const isUnderWay = real.isRunning;
  const run = () => {
    if (!isUnderWay) real.forget(); // what is asked for now is what is to be seen
    if (order) ask({ order, dryRun: true });
  };
  useRunAtOnce(kind, { ...form, event: listedEvent(moment, form) }, run);
  const isFresh = JSON.stringify(dryRun.asked?.order) === JSON.stringify(order);
  const report = isFresh ? dryRun.answer?.report : undefined;
  const obstacle = obstacleOf({
    missing: read.kind === "incomplete" ? read.why : undefined,
    dryRun: dryRun.answer,
    isFresh: isFresh && real.answer === undefined, // done once, it is done again only after another look
    isRunning: dryRun.isRunning,
    isUnderWay,
    reason,
  });
  const start = () =>
    order && real.ask({ order, dryRun: false, reason, ifRevision: report?.before?.revision });
  const choose = (next: ActionKind) => {
    dryRun.forget();
    if (!isUnderWay) real.forget();
    onKind(next);
  };
  const change = (part: Partial<ActionForm>) => {
    if (!isUnderWay) real.forget();
    setForm((old) => ({ ...old, ...part }));
  };
  const isTyped = read.kind === "incomplete" && form[read.field] !== "";
  return (
    <>
      <div className="flex-none overflow-x-auto border-b border-line px-4 py-2.5">
        <Segmented
          label="What to do"
          value={kind}
          options={ACTION_KINDS.map((value) => ({ value, ...segmentOf(value) }))}
          onChange={choose}
        />
      </div>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto drawer:flex-row drawer:overflow-hidden">
        <div className="flex flex-none flex-col gap-3 px-4 py-3.5 drawer:w-[392px] drawer:overflow-y-auto">
          <p className="text-12 text-ink-2">{ACTIONS[kind].means}</p>
          <ActionFields
            kind={kind}
            moment={moment}
            form={form}
            onChange={change}
            errors={isTyped ? { [read.field]: read.why } : {}}
          />
          <ReasonField value={reason} onChange={setReason} />
        </div>
        <section
          aria-label="Dry run"
          className="flex min-h-80 min-w-0 flex-1 flex-col border-line bg-surface-2 max-drawer:border-t drawer:overflow-y-auto drawer:border-l"
        >
          <Outcome
            moment={moment}
            real={real}
            dryRun={dryRun}
            isFresh={isFresh}
            missing={read.kind === "incomplete" ? read.why : undefined}
            onRun={run}
            renderPreview={renderPreview}
          />
        </section>
      </div>
      <footer className="flex min-h-14 flex-none flex-wrap items-center gap-x-2.5 gap-y-1 border-t border-line px-4 py-2">
        <span className="min-w-0 flex-1 text-12 text-ink-3" role="status">
          {obstacle ?? "What runs is exactly what the dry run showed, or nothing at all."}
        </span>
        <Button onClick={onClose}>Close</Button>
        <Button
          glyph="flask"
          kind={report ? "plain" : "solid"}
          disabled={order === undefined || dryRun.isRunning || isUnderWay}
          onClick={run}
        >
          {report ? "Dry run again" : "Dry run"}
        </Button>
        <Button
          kind="danger"
          glyph={ACTIONS[kind].glyph}
          disabled={obstacle !== undefined}
          onClick={start}
        >
          {ACTIONS[kind].verb}
        </Button>
      </footer>
    </>
  );
}

function segmentOf(kind: ActionKind) {
  const { label, glyph } = ACTIONS[kind];
  return { label, glyph };
}

/** In the past, the step that is looked at is what one would go back to. */
function firstForm({ isLive, step }: Moment): ActionForm {
  return isLive || !step ? EMPTY_FORM : { ...EMPTY_FORM, revision: String(step.revision) };
}

/** The event, where it was chosen from the list; one that is being typed is nobody's choice yet. */
function listedEvent(moment: Moment, { event }: ActionForm): string {
  const { now, elsewhere } = eventChoices(moment);
  return now.includes(event) || elsewhere.includes(event) ? event : "";
}

/** What is chosen from a list is tried at once; what is typed waits for the button, since each dry run is recorded. */
function useRunAtOnce(kind: ActionKind, form: ActionForm, run: () => void) {
  const { event, failure, call, revision, version } = form;
  const chosen = [kind, event, failure, call, revision, version].join("\u0000");
  const latest = useRef(run);
  latest.current = run;
  const ranFor = useRef<string>(undefined);
  useEffect(() => {
    if (ranFor.current === chosen) return; // once for each choice: React may run an effect twice
    ranFor.current = chosen;
    latest.current();
  }, [chosen]);
}

function Outcome(props: {
  readonly moment: Moment;
  readonly real: ActionDoor;
  readonly dryRun: ActionDoor;
  readonly isFresh: boolean;
  readonly missing: string | undefined;
  readonly onRun: () => void;
  readonly renderPreview: (preview: ActionPreview) => ReactNode;
}) {
  const { moment, real, dryRun, isFresh, missing, onRun, renderPreview } = props;
  if (real.error) {
    return (
      <NotDone
        className="m-4"
        title="It was not asked for."
        consequence="Nothing was changed."
        error={real.error}
      />
    );
  }
  if (real.answer ?? real.isRunning) {
    return <Answered door={real} moment={moment} what="It" renderPreview={renderPreview} />;
  }
  if (missing !== undefined) return <Quiet>{missing}</Quiet>;
  if (dryRun.error && isFresh) {
    return (
      <ErrorState
        title="The dry run could not be asked for"
        consequence={`${sentence(messageOf(dryRun.error))}. Nothing was changed.`}
        onRetry={onRun}
      />
    );
  }
  if (!isFresh) return <Quiet>What stands in the form was not tried yet.</Quiet>;
  return (
    <Answered door={dryRun} moment={moment} what="The dry run" renderPreview={renderPreview} />
  );
}

function Quiet({ children }: { readonly children: ReactNode }) {
  return <p className="m-auto p-4 text-12 text-ink-3">{children}</p>;
}

function Answered(props: {
  readonly door: ActionDoor;
  readonly moment: Moment;
  readonly what: string;
  readonly renderPreview: (preview: ActionPreview) => ReactNode;
}) {
  const { door, moment, what, renderPreview } = props;
  const { answer } = door;
  if (answer === undefined) return <LoadingState label="Waiting for a worker" rows={6} />;
  if (answer.report) {
    return <ActionOutcome moment={moment} report={answer.report} renderPreview={renderPreview} />;
  }
  return hasEnded(answer) ? (
    <Note kind="bad" className="m-4" title={`${what} failed.`}>
      The worker gave no report.
    </Note>
  ) : (
    <Waiting answer={answer} />
  );
}

function Waiting({ answer }: { readonly answer: ActionAnswer }) {
  return (
    <Note kind="warn" className="m-4" title="Waiting for a worker.">
      Only workers hold this machine’s code, and none has answered since{" "}
      <Time at={answer.requestedAt} />. The answer appears here as soon as one does.
      <span className="mono mt-1 block text-[10.5px] text-ink-3">{answer.commandId}</span>
    </Note>
  );
}
