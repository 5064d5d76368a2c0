import Link from "next/link";
import { useState } from "react";
import { formatDuration } from "@/lib/format-duration.ts";
import { formatPlural } from "@/lib/format-number.ts";
import { paths } from "@/lib/paths.ts";
import type { RouterOutputs } from "@/trpc/react.tsx";
import { Card, CardHeader } from "@/ui/card.tsx";
import { Chip } from "@/ui/chip.tsx";
import { Glyph } from "@/ui/glyph.tsx";
import { Time } from "@/ui/time.tsx";
import { reasonWords } from "../letter-words.ts";

type Letter = RouterOutputs["deadLetters"]["get"];
type LetterError = Letter["errors"][number];

const TICKS_MAX = 20;

/** The error that ended it, those before it, and how often it was tried. */
export function WhatWentWrong({ letter }: { readonly letter: Letter }) {
  const { errors, reason, openOfCause, fingerprint, occurrences } = letter;
  const last = errors.at(-1);
  return (
    <Card label="What went wrong" className="flex-none">
      <CardHeader
        title="What went wrong"
        sub={
          <>
            <span className="mono">{reason}</span>: {reasonWords(reason)}
          </>
        }
      >
        {occurrences > 1 && (
          <Chip glyph="replay" className="text-amber">
            came back, {occurrences}×
          </Chip>
        )}
        <Link
          href={paths.deadLetters({ cause: fingerprint })}
          className="pr-1.5 text-12 font-medium text-ink-2 hover:text-ink"
        >
          {shareWords(openOfCause)} this cause
        </Link>
      </CardHeader>
      <div className="grid gap-x-5 gap-y-3 px-3.5 py-3 narrow:grid-cols-[minmax(0,1fr)_214px]">
        <div className="min-w-0">
          <p className="mono text-13 font-medium break-words">
            {last ? `${last.name}: ${last.message}` : reasonWords(reason)}
          </p>
          {last && <ErrorOrigin error={last} letter={letter} />}
          <EarlierErrors errors={errors} />
        </div>
        <Attempts letter={letter} />
      </div>
    </Card>
  );
}

function shareWords(open: number): string {
  if (open === 0) return "no open letter has";
  return open === 1 ? "1 open letter has" : `${formatPlural(open, "open letter")} share`;
}

function ErrorOrigin({ error, letter }: { readonly error: LetterError; readonly letter: Letter }) {
  const [open, setOpen] = useState(false);
  const frames = error.stack?.split("\n") ?? [];
  const source = error.source ?? letter.call?.src;
  if (!source && letter.states.length === 0 && frames.length === 0) return null;
  return (
    <div className="mt-1 text-12 text-ink-2">
      <p className="flex flex-wrap gap-x-2">
        {source && (
          <span>
            in <span className="mono">{source}</span>
          </span>
        )}
        {letter.states.length > 0 && (
          <span>
            while in <span className="mono">{letter.states.join(", ")}</span>
          </span>
        )}
        {frames.length > 0 && (
          <button
            type="button"
            className="link"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {formatPlural(frames.length, "frame")} of your code
          </button>
        )}
      </p>
      {open && (
        <pre className="mt-1 max-h-28 overflow-auto rounded-2 bg-surface-2 px-2 py-1 font-mono text-[11px] leading-4">
          {error.stack}
        </pre>
      )}
    </div>
  );
}

/** The errors before the last one, each text once. */
function EarlierErrors({ errors }: { readonly errors: readonly LetterError[] }) {
  const last = errors.at(-1);
  const texts = errors
    .slice(0, -1)
    .filter(({ message, name }) => message !== last?.message || name !== last.name)
    .map(({ name, message }) => `${name}: ${message}`);
  const distinct = [...new Set(texts)].reverse();
  if (distinct.length === 0) return null;
  return (
    <ul className="mt-1 max-h-16 overflow-y-auto text-12 text-ink-2">
      {distinct.map((text) => (
        <li key={text} className="flex gap-2">
          <span className="text-ink-3">before</span>
          <span className="mono min-w-0 break-words">{text}</span>
        </li>
      ))}
    </ul>
  );
}

function Attempts({ letter }: { readonly letter: Letter }) {
  const { attempts, errors } = letter;
  if (attempts === 0) return <p className="text-12 text-ink-3">It was never tried.</p>;
  const first = errors[0]?.at;
  const last = errors.at(-1)?.at;
  const shown = Math.min(attempts, TICKS_MAX);
  return (
    <div className="text-12">
      <p className="flex">
        <b className="font-strong">{formatPlural(attempts, "attempt")}</b>
        {first && last && last > first && (
          <span className="ml-auto text-ink-3">
            in {formatDuration(last.getTime() - first.getTime())}
          </span>
        )}
      </p>
      <div
        className="mt-1.5 mb-1 flex gap-[3px]"
        role="img"
        aria-label={`${formatPlural(attempts, "failed attempt")}`}
      >
        {Array.from({ length: shown }, (_, at) => (
          <i
            // biome-ignore lint/suspicious/noArrayIndexKey: an attempt is its place
            key={at}
            className="grid h-4.5 flex-1 place-items-center rounded-[3px] bg-red-tint text-red inset-ring inset-ring-red-line"
          >
            <Glyph name="x" size="xs" />
          </i>
        ))}
      </div>
      <p className="flex flex-wrap gap-x-2 text-11 text-ink-3">
        {first && <Time at={first} show="ms" />}
        {last && last !== first && <Time at={last} show="ms" className="ml-auto" />}
      </p>
    </div>
  );
}
