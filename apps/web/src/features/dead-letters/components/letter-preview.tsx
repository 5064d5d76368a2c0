import Link from "next/link";
import type { ReactNode } from "react";
import { formatPlural } from "@/lib/format-number.ts";
import { paths } from "@/lib/paths.ts";
import { QueryView } from "@/trpc/query-view.tsx";
import { type RouterOutputs, useTRPC } from "@/trpc/react.tsx";
import { useLiveQuery } from "@/trpc/use-live-query.ts";
import { ButtonLink } from "@/ui/button.tsx";
import { Card, CardHeader, KeyValues } from "@/ui/card.tsx";
import { Chip } from "@/ui/chip.tsx";
import { Glyph } from "@/ui/glyph.tsx";
import { IdText } from "@/ui/id-text.tsx";
import { JsonView } from "@/ui/json-view.tsx";
import { machineWords, reasonWords } from "../letter-words.ts";
import type { LetterRow } from "./letter-table.tsx";

type Letter = RouterOutputs["deadLetters"]["get"];

/** What one would open the selected letter for, if that is all one wants to know. */
export function LetterPreview({ row }: { readonly row: LetterRow }) {
  const trpc = useTRPC();
  const query = useLiveQuery(trpc.deadLetters.get.queryOptions({ id: row.id }), {
    deadLetters: true,
  });
  return (
    <Card label="Selected letter" className="flex min-h-0 flex-col overflow-hidden">
      <CardHeader title={<span className="mono block max-w-48 truncate">{row.subject}</span>}>
        <ButtonLink size="sm" after="arrow" href={paths.deadLetter(row.id)}>
          Open letter
        </ButtonLink>
      </CardHeader>
      <QueryView query={query} what="the letter" consequence="It is still there." rows={6}>
        {(letter) => <Preview letter={letter} />}
      </QueryView>
    </Card>
  );
}

function Preview({ letter }: { readonly letter: Letter }) {
  const error = letter.errors.at(-1);
  const data = (letter.envelope as { readonly data?: unknown } | null)?.data;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <Pane>
        <p className="mono mb-1.5 text-12 font-strong break-words">
          {error ? `${error.name}: ${error.message}` : reasonWords(letter.reason)}
        </p>
        <KeyValues entries={factsOf(letter)} />
      </Pane>
      <Pane title="Data" aside={letter.redacted > 0 && <Redacted count={letter.redacted} />}>
        {letter.envelope === null ? (
          <p className="text-12 text-ink-3">No envelope was captured.</p>
        ) : (
          <JsonView value={data ?? null} widthMax={40} />
        )}
      </Pane>
      {letter.waiting > 0 && (
        <Pane title="Order of this subject">
          <p className="flex items-center gap-2 text-12 text-ink-2">
            <Glyph name="st-waiting" size="sm" className="text-teal" />
            {formatPlural(letter.waiting, "later envelope")}{" "}
            {letter.waiting === 1 ? "waits" : "wait"} for this machine
          </p>
        </Pane>
      )}
    </div>
  );
}

function factsOf(letter: Letter): (readonly [string, ReactNode])[] {
  const { machineVersion, attempts, correlationId, machineId, subject, instance } = letter;
  const machine = machineWords(letter);
  return [
    ["machine", machineVersion ? `${machine} v${machineVersion}` : machine],
    ["reason", reasonWords(letter.reason)],
    ["attempts", String(attempts)],
    ...(letter.states.length > 0
      ? [
          [
            "state",
            <span key="s" className="mono">
              {letter.states.join(", ")}
            </span>,
          ] as const,
        ]
      : []),
    ...(correlationId
      ? [
          [
            "chain",
            <Link key="c" href={paths.conversation(correlationId)} className="link">
              <IdText id={correlationId} copy={false} />
            </Link>,
          ] as const,
        ]
      : []),
    ...(machineId && instance
      ? [
          [
            "instance",
            <span key="i">
              <Link href={paths.instance(machineId, subject)} className="link mono">
                {machineId}
              </Link>{" "}
              <span className="text-ink-3">now in {instance.states.join(", ")}</span>
            </span>,
          ] as const,
        ]
      : []),
  ];
}

function Pane(props: {
  readonly title?: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className="border-line px-3.5 py-3 not-first:border-t">
      {props.title && (
        <div className="mb-1.5 flex items-center">
          <h3 className="text-13 font-semibold">{props.title}</h3>
          <span className="ml-auto">{props.aside}</span>
        </div>
      )}
      {props.children}
    </div>
  );
}

/** How many values were taken out of what is shown. */
export function Redacted({ count }: { readonly count: number }) {
  return <Chip glyph="lock">{count} redacted</Chip>;
}
