import type { ReactNode } from "react";
import { cx } from "@/lib/cx.ts";
import { formatCount, formatPlural } from "@/lib/format-number.ts";
import type { RouterOutputs } from "@/trpc/react.tsx";
import { Bars } from "@/ui/bars.tsx";
import { Chip } from "@/ui/chip.tsx";
import { Glyph } from "@/ui/glyph.tsx";
import { Time } from "@/ui/time.tsx";
import { splitTitle } from "../letter-words.ts";

type Cause = RouterOutputs["deadLetters"]["causes"]["causes"][number];

/** Causes to choose one from; choosing the chosen one shows all again. */
export function CauseList(props: {
  readonly causes: readonly Cause[];
  readonly chosen: string | undefined;
  readonly onChoose: (fingerprint: string | undefined) => void;
}) {
  const { causes, chosen, onChoose } = props;
  return (
    <ol className="min-h-0 flex-1 overflow-y-auto max-drawer:max-h-64">
      {causes.map((cause) => (
        <li key={cause.fingerprint} className="border-b border-line">
          <CauseButton
            cause={cause}
            isChosen={cause.fingerprint === chosen}
            onClick={() => onChoose(cause.fingerprint === chosen ? undefined : cause.fingerprint)}
          />
        </li>
      ))}
    </ol>
  );
}

function CauseButton(props: {
  readonly cause: Cause;
  readonly isChosen: boolean;
  readonly onClick: () => void;
}) {
  const { cause, isChosen, onClick } = props;
  const { name, text } = splitTitle(cause.title);
  const isRising = (cause.trend.at(-1) ?? 0) > 0;
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onClick}
      className={cx(
        "block w-full px-3.5 pt-2 pb-2 text-left",
        isChosen ? "bg-surface-2 shadow-[inset_2px_0_0_var(--ink)]" : "hover:bg-surface-2",
      )}
    >
      <span className="flex items-baseline gap-2">
        <b className="truncate font-strong" title={cause.title}>
          {text}
        </b>
        <b className="ml-auto flex-none font-semibold">{formatCount(cause.letters)}</b>
      </span>
      <span className="mt-0.5 flex items-end gap-2">
        <span className="min-w-0 flex-1 text-12">
          <span className="block truncate text-ink-2">
            {cause.consumers.join(", ")}{" "}
            <span className="mono text-ink-3">{name ?? cause.reason}</span>
          </span>
          <span className="mono block truncate text-ink-3" title={cause.eventTypes.join(", ")}>
            {cause.eventTypes.join(", ")}
          </span>
          <span className="flex flex-wrap items-center gap-x-2 whitespace-nowrap text-ink-3">
            <Span firstAt={cause.firstAt} lastAt={cause.lastAt} />
            {cause.cameBack > 0 && (
              <Chip glyph="replay" className="text-amber" title={cameBackWords(cause)}>
                came back
              </Chip>
            )}
            {cause.fromState && <Chip glyph="instances">chart state</Chip>}
            {cause.assignee && (
              <Chip glyph="user" title={`${cause.assignee} looks after it`}>
                <span className="max-w-32 truncate">{cause.assignee}</span>
              </Chip>
            )}
          </span>
        </span>
        <Bars
          values={cause.trend}
          width={104}
          height={24}
          label={trendWords(cause.trend)}
          className={isRising ? "text-red" : "text-ink-2"}
        />
      </span>
      {cause.lastNote && (
        <span className="mt-1 flex items-center gap-[7px] text-12 text-ink-2">
          <Glyph name="note" size="sm" className="text-ink-3" />
          <span className="truncate">
            {cause.lastNote.author}: {cause.lastNote.note}
          </span>
        </span>
      )}
    </button>
  );
}

function Span({ firstAt, lastAt }: Pick<Cause, "firstAt" | "lastAt">): ReactNode {
  return (
    <span className="truncate">
      <Time at={firstAt} />{" "}
      {firstAt < lastAt && (
        <>
          to <Time at={lastAt} />
        </>
      )}
    </span>
  );
}

function cameBackWords({ cameBack }: Cause): string {
  return `${formatPlural(cameBack, "letter")} failed more than once`;
}

function trendWords(trend: readonly number[]): string {
  const sum = trend.reduce((total, count) => total + count, 0);
  return `${formatPlural(sum, "letter")} captured in the last 24 hours, ${trend.at(-1) ?? 0} in the last one`;
}
