import type { ReactNode } from "react";
import { cx } from "../lib/cx.ts";
import { Label } from "./card.tsx";

/** The title of a page with what qualifies it beside it and its actions at the end. `mono` is for a business key. */
export function PageTitle(props: {
  readonly title: ReactNode;
  readonly mono?: boolean;
  readonly sub?: ReactNode;
  /** Chips and facts beside the title. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}) {
  return (
    <div className="flex min-h-7.5 flex-none flex-wrap items-center gap-x-3 gap-y-2">
      <h1
        className={cx(
          "leading-7 font-semibold wrap-anywhere",
          props.mono ? "font-mono text-[19px] tracking-[-.03em]" : "text-20 tracking-[-.018em]",
        )}
      >
        {props.title}
      </h1>
      {props.children}
      {props.sub && <span className="text-13 wrap-anywhere text-ink-3">{props.sub}</span>}
      {props.actions && (
        <div className="ml-auto flex flex-wrap items-center gap-2">{props.actions}</div>
      )}
    </div>
  );
}

/** One answer: the question in small, the answer in ink, what it rests on in grey. */
export interface Answer {
  readonly question: string;
  readonly answer: ReactNode;
  readonly detail?: ReactNode;
  readonly tone?: "red" | "amber" | "green" | "violet";
}

const ANSWER_TONES = {
  red: "text-red",
  amber: "text-amber",
  green: "text-green",
  violet: "text-violet",
} as const;

/** The answers a page opens with: where it is, what brought it there, what may come, what is in the way. */
export function Answers(props: { readonly label: string; readonly answers: readonly Answer[] }) {
  return (
    <section
      aria-label={props.label}
      className="grid flex-none grid-cols-2 rounded-3 border border-line bg-surface shadow-1 drawer:grid-flow-col drawer:auto-cols-fr drawer:grid-cols-none"
    >
      {props.answers.map(({ question, answer, detail, tone }) => (
        <div
          key={question}
          className="min-w-0 border-line px-3.5 pt-2 pb-[9px] drawer:not-first:border-l"
        >
          <Label>{question}</Label>
          <div className={cx("truncate leading-[19px] font-strong", tone && ANSWER_TONES[tone])}>
            {answer}
          </div>
          {detail && <div className="truncate text-12 leading-[17px] text-ink-2">{detail}</div>}
        </div>
      ))}
    </section>
  );
}
