import { useMutation, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { formatDuration } from "@/lib/format-duration.ts";
import { paths } from "@/lib/paths.ts";
import { useTRPC } from "@/trpc/react.tsx";
import { Button } from "@/ui/button.tsx";
import { Checkbox, TextField } from "@/ui/field.tsx";
import { Note } from "@/ui/note.tsx";
import {
  bulkObstacle,
  buttonWords,
  commandWords,
  type Job,
  type Selection,
} from "../../bulk-words.ts";
import { useRehearsal } from "../../use-rehearsal.ts";
import { ConsentFields } from "./consent-fields.tsx";
import { DialogFoot } from "./dialog-foot.tsx";
import { RehearsalPane } from "./rehearsal-pane.tsx";
import { SelectionFacts } from "./selection-facts.tsx";

const SECOND_MS = 1_000;

/** How the letters go, why, and beside it what would come of each: always together. */
export function ReplayManyForm(props: {
  readonly selection: Selection;
  readonly onClose: () => void;
}) {
  const { selection, onClose } = props;
  const trpc = useTRPC();
  const router = useRouter();
  const me = useQuery(
    trpc.session.me.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }),
  );
  const may = (permission: string) => me.data?.permissions.includes(permission as never) ?? false;
  const [pace, setPace] = useState({ canary: "5", rate: "", pauseAt: "20" });
  const [force, setForce] = useState(false);
  const [reason, setReason] = useState("");
  const [typed, setTyped] = useState("");
  const { rehearsal, running, error, rehearse } = useRehearsal(selection, {
    ...{ force, isWanted: may("dryRun") },
  });
  const start = useMutation(
    trpc.replayJobs.start.mutationOptions({
      onSuccess: ({ id }) => router.push(paths.replayJob(id)),
    }),
  );
  const numbers = numbersOf(pace);
  const obstacle =
    running !== undefined
      ? "Somebody is replaying it already."
      : bulkObstacle({
          ...{ selection, reason, typed, rehearsal, numbersFit: numbers !== undefined },
          isPending: start.isPending || start.isSuccess,
        });
  const { id: selectionId, hash, letters } = selection;
  const command = commandWords(selection, pace);
  return (
    <>
      <div className="grid min-h-0 flex-1 overflow-y-auto narrow:grid-cols-2">
        <div className="px-5 py-4">
          {running && <Running job={running} />}
          <SelectionFacts selection={selection} />
          <div className="mt-3.5 grid grid-cols-3 gap-2.5">
            <NumberField
              label="First"
              hint="letters"
              value={pace.canary}
              onChange={(canary) => setPace({ ...pace, canary })}
            />
            <NumberField
              label="Then"
              hint="a second"
              placeholder="no limit"
              value={pace.rate}
              onChange={(rate) => setPace({ ...pace, rate })}
            />
            <NumberField
              label="Pause when"
              hint="% fail"
              value={pace.pauseAt}
              onChange={(pauseAt) => setPace({ ...pace, pauseAt })}
            />
          </div>
          <p className="mt-1.5 text-12 text-ink-3">
            {numbers?.ratePerSecond &&
              `About ${formatDuration((letters / numbers.ratePerSecond) * SECOND_MS)}. `}
            Letters of one subject run in their order. Pause or cancel at any time.
          </p>
          <Checkbox
            className="mt-2"
            label="Force: replay although a chart changed, or only the redacted form is left"
            checked={force}
            onChange={(event) => setForce(event.target.checked)}
          />
          {may("replay") ? (
            <ConsentFields
              {...{ selection, reason, typed }}
              onReason={setReason}
              onTyped={setTyped}
            />
          ) : (
            <Note kind="info" className="mt-3" title="You may rehearse it.">
              A real replay needs the role responder.
            </Note>
          )}
        </div>
        <RehearsalPane
          selection={selection}
          rehearsal={rehearsal}
          error={error}
          onAgain={() => rehearse(force)}
        />
      </div>
      <DialogFoot
        obstacle={obstacle}
        error={start.error}
        onClose={onClose}
        aside={
          command && (
            <span className="mono mt-0.5 block truncate" title={command}>
              {command}
            </span>
          )
        }
      >
        {may("replay") && (
          <Button
            kind="danger"
            glyph="replay"
            disabled={obstacle !== undefined}
            onClick={() => start.mutate({ selectionId, hash, reason, force, ...numbers })}
          >
            {buttonWords(selection)}
          </Button>
        )}
      </DialogFoot>
    </>
  );
}

function Running({ job }: { readonly job: Job }) {
  return (
    <Note kind="warn" className="mb-3" title={`${job.actor} is replaying these letters already.`}>
      <Link href={paths.replayJob(job.id)} className="link">
        Open the job
      </Link>
    </Note>
  );
}

function NumberField(props: {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly onChange: (value: string) => void;
}) {
  const { onChange, ...rest } = props;
  return (
    <TextField
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

interface Numbers {
  readonly canary: number;
  readonly ratePerSecond?: number;
  readonly pauseShare: number;
}

/** What was typed as the job takes it; undefined if a number is none. Bounds are the server's to say. */
function numbersOf(pace: {
  readonly canary: string;
  readonly rate: string;
  readonly pauseAt: string;
}): Numbers | undefined {
  const canary = Number(pace.canary);
  const rate = pace.rate.trim() === "" ? undefined : Number(pace.rate);
  const pauseAt = Number(pace.pauseAt);
  const isWhole = pace.canary.trim() !== "" && Number.isInteger(canary) && canary >= 0;
  const isRate = rate === undefined || (Number.isFinite(rate) && rate > 0);
  const isShare = pace.pauseAt.trim() !== "" && pauseAt >= 0 && pauseAt <= 100;
  if (!isWhole || !isRate || !isShare) return undefined;
  return {
    canary,
    pauseShare: pauseAt / 100,
    ...(rate === undefined ? {} : { ratePerSecond: rate }),
  };
}
