import { cx } from "@/lib/cx.ts";
import { eventWords } from "@/lib/event-words.ts";
import { useHydrated } from "@/lib/use-hydrated.ts";
import { IconButton } from "@/ui/button.tsx";
import type { Moment, Step } from "../instance.ts";
import { revisionAfter, revisionBefore } from "../neighbour-steps.ts";
import { longNameOfStep, nameOfStep, type StepTone, toneOfStep } from "../step-tone.ts";

const DOTS_MAX = 14; // more than these no longer have room for their names

interface StepSliderProps {
  readonly moment: Moment;
  readonly moreSteps: boolean;
  /** `undefined` follows the newest. */
  readonly onSelect: (revision: number | undefined) => void;
}

/** The way through an instance's steps; at its end the page follows live. */
export function StepSlider({ moment, moreSteps, onSelect }: StepSliderProps) {
  const { steps, step, isLive, instance } = moment;
  const at = steps.findIndex(({ revision }) => revision === step?.revision);
  if (!step) return null;
  const before = revisionBefore(moment, moreSteps);
  const after = revisionAfter(moment);
  return (
    <div className="flex flex-none items-center gap-3 border-t border-line px-3.5 py-2.5">
      <div className="flex flex-none gap-1">
        <IconButton
          glyph="left"
          label="One step back ( [ )"
          disabled={before === undefined}
          onClick={() => onSelect(before)}
        />
        <IconButton
          glyph="right"
          label="One step on ( ] )"
          disabled={after === undefined}
          onClick={() => onSelect(after)}
        />
      </div>
      {steps.length <= DOTS_MAX ? (
        <Dots steps={steps} current={step} onSelect={onSelect} />
      ) : (
        <Range steps={steps} at={at} onSelect={onSelect} />
      )}
      <div className="w-32 flex-none text-right text-12">
        <b className="block font-strong">
          step {step.revision} of {instance.revision}
        </b>
        {isLive ? (
          <span className="text-ink-3">
            {instance.status === "active" ? "following live" : "the last one"}
          </span>
        ) : (
          <button
            type="button"
            className="text-blue hover:underline"
            onClick={() => onSelect(undefined)}
          >
            follow live
          </button>
        )}
        {moreSteps && (
          <span className="block text-11 text-ink-3">older steps are not read yet</span>
        )}
      </div>
    </div>
  );
}

function Dots(props: {
  readonly steps: readonly Step[];
  readonly current: Step;
  readonly onSelect: StepSliderProps["onSelect"];
}) {
  const dots = props.steps.map((step) => ({ step, tone: toneOfStep(props.steps, step) }));
  return (
    <ol className="flex min-w-0 flex-1 overflow-x-auto">
      {dots.map(({ step, tone }, index) => (
        <li
          key={step.revision}
          className={cx("relative flex-1", step === props.current ? "min-w-fit" : "min-w-16")}
        >
          {index > 0 && <HalfLine side="left-0" />}
          {index < dots.length - 1 && <HalfLine side="right-0" />}
          <button
            type="button"
            aria-current={step === props.current ? "step" : undefined}
            aria-label={`Step ${step.revision}, ${eventWords(step.event)}, to ${step.states.join(" and ")}`}
            onClick={() => props.onSelect(step.revision)}
            className="relative flex w-full flex-col items-center gap-1 rounded-1 px-1 pt-1"
          >
            <Dot tone={tone} isCurrent={step === props.current} />
            <span
              className={cx(
                "text-11 whitespace-nowrap",
                step === props.current
                  ? cx("font-strong", NAME_TONES[tone])
                  : "max-w-full truncate text-ink-2",
              )}
            >
              {step === props.current ? longNameOfStep(step) : nameOfStep(step)}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

/** The way to the next dot is drawn in halves, since the places of two dots need not be equally wide. */
function HalfLine({ side }: { readonly side: "left-0" | "right-0" }) {
  return <span className={cx("absolute top-[9px] h-0.5 w-1/2 bg-ink", side)} aria-hidden="true" />;
}

function Dot({ tone, isCurrent }: { readonly tone: StepTone; readonly isCurrent: boolean }) {
  const [border, fill] = DOT_TONES[tone];
  return (
    <span
      className={cx(
        "border-2",
        tone === "failed" ? "rounded-[2px]" : "rounded-full",
        border,
        isCurrent ? cx("size-3 ring-4 ring-surface-3", fill) : "my-px size-2.5 bg-surface",
      )}
      aria-hidden="true"
    />
  );
}

const NAME_TONES = { failed: "text-red", compensating: "text-violet", plain: "text-ink" } as const;
const DOT_TONES = {
  failed: ["border-red", "bg-red"],
  compensating: ["border-violet", "bg-violet"],
  plain: ["border-ink", "bg-ink"],
} as const;

function Range(props: {
  readonly steps: readonly Step[];
  readonly at: number;
  readonly onSelect: StepSliderProps["onSelect"];
}) {
  const step = props.steps[props.at];
  const hydrated = useHydrated();
  return (
    <label className="flex min-w-0 flex-1 items-center gap-3">
      <span className="sr-only">Step</span>
      <input
        type="range"
        min={0}
        max={props.steps.length - 1}
        value={props.at}
        aria-valuetext={step ? `step ${step.revision}, ${step.states.join(" and ")}` : undefined}
        onChange={(event) => props.onSelect(props.steps[Number(event.target.value)]?.revision)}
        disabled={!hydrated}
        className="min-w-0 flex-1 accent-(--ink)"
      />
      <span className="mono w-36 truncate text-12">{step?.states.join(", ")}</span>
    </label>
  );
}
