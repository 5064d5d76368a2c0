import { useQuery } from "@tanstack/react-query";
import { cx } from "@/lib/cx.ts";
import { eventWords } from "@/lib/event-words.ts";
import { formatPlural } from "@/lib/format-number.ts";
import { stateOfPhase, wordOfPhase } from "@/lib/phase-state.ts";
import { messageOf, QueryView } from "@/trpc/query-view.tsx";
import { type RouterOutputs, useTRPC } from "@/trpc/react.tsx";
import { KeyValues } from "@/ui/card.tsx";
import { StateChip, StateGlyph } from "@/ui/chip.tsx";
import { Countdown, Time } from "@/ui/time.tsx";

type Instance = RouterOutputs["instances"]["get"];
type Step = RouterOutputs["instances"]["history"]["steps"][number];

const STEPS_SHOWN = 6;

/** How an order stands, at a glance: its last steps and what it waits for. */
export function InstancePreview(key: { readonly machineId: string; readonly subject: string }) {
  const trpc = useTRPC();
  const instance = useQuery(trpc.instances.get.queryOptions(key));
  const history = useQuery(trpc.instances.history.queryOptions(key));
  return (
    <QueryView query={instance} what="the instance" consequence="It is there." rows={4}>
      {(found) => (
        <>
          <Head instance={found} />
          {history.isError && (
            <p role="alert" className="mt-3 text-12 text-red">
              Its steps could not be read: {messageOf(history.error)}.
            </p>
          )}
          <ol className="mt-3 flex flex-col gap-1.5">
            {history.data?.steps.slice(-STEPS_SHOWN).map((step) => (
              <StepLine key={step.revision} step={step} isLast={step.revision === found.revision} />
            ))}
          </ol>
          <KeyValues className="mt-3 border-t border-line-strong pt-2.5" entries={factsOf(found)} />
        </>
      )}
    </QueryView>
  );
}

function Head({ instance }: { readonly instance: Instance }) {
  const { subject, machineId, version, phase, attention, startedAt } = instance;
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <b className="mono block truncate text-16 font-semibold">{subject}</b>
        <span className="text-12 text-ink-2">
          {machineId} v{version}, started <Time at={startedAt} />
        </span>
      </div>
      <StateChip state={stateOfPhase(phase, attention?.kind)}>
        {wordOfPhase(phase, attention?.kind)}
      </StateChip>
    </div>
  );
}

function StepLine({ step, isLast }: { readonly step: Step; readonly isLast: boolean }) {
  const failed = step.event.startsWith("error.platform.");
  return (
    <li className="flex items-center gap-2.5 text-12">
      <StateGlyph state={failed ? "failed" : "visited"} decorative />
      <span className={cx("min-w-0 flex-1 truncate", isLast && "font-strong")}>
        {step.states.join(", ")}{" "}
        <span className="font-normal text-ink-3">{eventWords(step.event)}</span>
      </span>
      <Time at={step.at} show="clock" className="text-ink-3" />
    </li>
  );
}

function factsOf(instance: Instance) {
  const call = instance.calls.findLast(({ status }) => status === "pending" || status === "dead");
  const [timer] = instance.timers;
  const open = instance.letters.filter(({ resolvedAt }) => resolvedAt === null).length;
  return [
    ["in the way", call ? `${call.src}, attempt ${call.attempts}` : "nothing"],
    [
      "timer",
      timer ? (
        <Countdown key="timer" dueAt={timer.dueAt} className="font-strong text-teal" />
      ) : (
        "none"
      ),
    ],
    ["letters", open > 0 ? `${formatPlural(open, "letter")} in the chain` : "none"],
  ] as const;
}
