import { sentence } from "@/lib/sentence.ts";
import { messageOf } from "@/trpc/query-view.tsx";
import { Glyph } from "@/ui/glyph.tsx";
import { JsonInline } from "@/ui/json-view.tsx";
import { Note } from "@/ui/note.tsx";
import { VerdictBanner } from "@/ui/verdict-banner.tsx";
import type { EditStep } from "../edit-patch.ts";
import { type CommandAnswer, verdictOf } from "../report-words.ts";
import { ReportView } from "./report-view.tsx";

/** What is different, and what would come of it. */
export function EditedDryRun(props: {
  readonly patch: readonly EditStep[];
  readonly before: unknown;
  readonly answer: CommandAnswer | undefined;
  readonly isRunning: boolean;
  readonly error: unknown;
}) {
  const { patch, before, answer, isRunning, error } = props;
  return (
    <section aria-label="Check of the edit">
      <div className="px-5 pt-4 pb-3">
        <h3 className="mb-1.5 text-13 font-semibold">What is different</h3>
        {patch.length === 0 ? (
          <p className="text-12 text-ink-3">Nothing yet.</p>
        ) : (
          <ul
            aria-label="Changes"
            className="mono overflow-hidden rounded-2 border border-line bg-surface text-[11.5px]"
          >
            {patch.map((step) => (
              <Change
                key={`${step.op} ${step.path} ${JSON.stringify(step.value)}`}
                step={step}
                before={before}
              />
            ))}
          </ul>
        )}
      </div>
      {error !== null && error !== undefined && (
        <Note kind="bad" className="mx-5 mb-3" title="It could not be checked.">
          {sentence(messageOf(error))}.
        </Note>
      )}
      {isRunning && (
        <p role="status" className="flex items-center gap-2 px-5 pb-3 text-12 text-ink-3">
          <Glyph name="flask" size="sm" /> Checking against the schema, without changing anything…
        </p>
      )}
      {answer?.report ? (
        <>
          <VerdictBanner verdict={verdictOf(answer.report)} />
          <ReportView report={answer.report} waiting={0} />
        </>
      ) : (
        answer && (
          <Note kind="warn" className="mx-5 mb-3" title="Waiting for a worker.">
            Only workers hold this machine’s code.
          </Note>
        )
      )}
    </section>
  );
}

function Change({ step, before }: { readonly step: EditStep; readonly before: unknown }) {
  const { op, path, value } = step;
  const name = path.replace(/^\/data\/?/, "") || "data";
  return (
    <>
      {op !== "add" && (
        <li className="flex gap-2 bg-red-tint px-2.5 py-0.5">
          <span aria-hidden>−</span>
          <span className="sr-only">removed</span>
          <span className="min-w-0 truncate">
            {name} <JsonInline value={(valueAt(before, path) ?? null) as never} />
          </span>
        </li>
      )}
      {op !== "remove" && (
        <li className="flex gap-2 bg-green-tint px-2.5 py-0.5">
          <span aria-hidden>+</span>
          <span className="sr-only">added</span>
          <span className="min-w-0 truncate">
            {name} <JsonInline value={(value ?? null) as never} />
          </span>
        </li>
      )}
    </>
  );
}

function valueAt(data: unknown, path: string): unknown {
  const names = path
    .split("/")
    .slice(2)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  return names.reduce<unknown>(
    (at, name) =>
      typeof at === "object" && at !== null ? (at as Record<string, unknown>)[name] : undefined,
    data,
  );
}
