import { formatPlural } from "@/lib/format-number.ts";
import { QueryView } from "@/trpc/query-view.tsx";
import { Label } from "@/ui/card.tsx";
import { Chip } from "@/ui/chip.tsx";
import { DiffView } from "@/ui/diff-view.tsx";
import { JsonView } from "@/ui/json-view.tsx";
import type { Instance, Moment } from "../instance.ts";
import { useStep } from "../use-instance.ts";

type Shown = Instance["context"];

/** What the instance knows at the step, and what that step changed. Secrets were taken out on the server. */
export function ContextPanel({ moment }: { readonly moment: Moment }) {
  const { instance, step, isLive } = moment;
  const past = useStep(instance, isLive ? undefined : step?.revision);
  return (
    <div className="flex flex-col gap-3 p-3.5">
      {step && (
        <section>
          <Label className="mb-1">Changed by step {step.revision}</Label>
          <DiffView changes={step.changes} unchanged={step.unchanged} />
          {step.moreChanges > 0 && (
            <p className="mt-1 text-12 text-ink-3">
              and {formatPlural(step.moreChanges, "more change")}
            </p>
          )}
        </section>
      )}
      {isLive ? (
        <Context shown={instance.context} words="Context now" />
      ) : (
        <QueryView query={past} what="the context" consequence="The instance has one.">
          {({ context, revision }) => (
            <Context shown={context} words={`Context after step ${revision}`} />
          )}
        </QueryView>
      )}
    </div>
  );
}

function Context({ shown, words }: { readonly shown: Shown; readonly words: string }) {
  return (
    <section>
      <div className="mb-1 flex items-center">
        <Label>{words}</Label>
        {shown.masked > 0 && (
          <Chip glyph="lock" className="ml-auto">
            {formatPlural(shown.masked, "field")} redacted
          </Chip>
        )}
      </div>
      <JsonView value={shown.value} widthMax={44} />
    </section>
  );
}
