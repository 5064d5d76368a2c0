import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { formatCount, formatPlural } from "@/lib/format-number.ts";
import { sentence } from "@/lib/sentence.ts";
import { useHydrated } from "@/lib/use-hydrated.ts";
import { messageOf, QueryView } from "@/trpc/query-view.tsx";
import { type RouterOutputs, useTRPC } from "@/trpc/react.tsx";
import { readAllAgain } from "@/trpc/read-again.ts";
import { useLiveQuery } from "@/trpc/use-live-query.ts";
import { Button } from "@/ui/button.tsx";
import { Glyph } from "@/ui/glyph.tsx";
import { Time } from "@/ui/time.tsx";

type Care = RouterOutputs["deadLetters"]["care"];

const NAME_MAX = 200;
const NOTE_MAX = 4_000;

/** Who looks after a cause and what was noted about it, to be changed where it stands. */
export function CauseCare({ cause }: { readonly cause: string }) {
  const trpc = useTRPC();
  // What another operator notes stands here without a reload.
  const query = useLiveQuery(trpc.deadLetters.care.queryOptions({ cause }), { deadLetters: true });
  return (
    <section
      aria-label="Care of this cause"
      className="max-h-72 flex-none overflow-y-auto border-t border-line px-3.5 py-2.5"
    >
      <QueryView query={query} what="notes" consequence="They are still there." rows={2}>
        {(care) => <Care key={cause} cause={cause} care={care} />}
      </QueryView>
    </section>
  );
}

function Care({ cause, care }: { readonly cause: string; readonly care: Care }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const me = useQuery(
    trpc.session.me.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }),
  );
  const mayCare = me.data?.permissions.includes("resolve") ?? false;
  const onSuccess = () =>
    Promise.all(
      [trpc.deadLetters.care, trpc.deadLetters.causes].map((read) =>
        readAllAgain(queryClient, { queryKey: read.queryKey() }),
      ),
    );
  const assign = useMutation(trpc.deadLetters.assign.mutationOptions({ onSuccess }));
  const note = useMutation(trpc.deadLetters.note.mutationOptions({ onSuccess }));
  const error = assign.error ?? note.error;
  return (
    <>
      <p className="mb-1.5 text-12 text-ink-3">{subjectsWords(care)}</p>
      <div className="flex items-center gap-2 text-12">
        <Glyph name="user" size="sm" className="text-ink-3" />
        <Assignee
          assignee={care.assignee}
          mayChange={mayCare}
          isPending={assign.isPending}
          onChange={(assignee) => assign.mutateAsync({ cause, assignee })}
        />
      </div>
      <ol aria-label="Notes" className="mt-1.5 text-12">
        {care.notes.map(({ id, at, author, note: text }) => (
          <li key={id} className="flex items-start gap-2 py-0.5">
            <Glyph name="note" size="sm" className="mt-0.5 text-ink-3" />
            <span className="min-w-0 flex-1 break-words whitespace-pre-wrap">
              <b className="font-strong">{author}</b> {text}
            </span>
            <Time at={at} className="flex-none text-ink-3" />
          </li>
        ))}
      </ol>
      {mayCare && (
        <NoteForm
          isPending={note.isPending}
          onAdd={(text) => note.mutateAsync({ cause, note: text })}
        />
      )}
      {error && (
        <p role="alert" className="mt-1 text-12 text-red">
          {sentence(messageOf(error))}.
        </p>
      )}
    </>
  );
}

function subjectsWords({ subjects, lettersLookedAt, isPart }: Care): string {
  if (lettersLookedAt === 0) return "No open letter of this cause.";
  return isPart
    ? `${formatPlural(subjects, "subject")} among its newest ${formatCount(lettersLookedAt)} open letters`
    : `${formatPlural(subjects, "subject")} in ${formatPlural(lettersLookedAt, "open letter")}`;
}

function Assignee(props: {
  readonly assignee: string | null;
  readonly mayChange: boolean;
  readonly isPending: boolean;
  readonly onChange: (assignee: string | undefined) => Promise<unknown>;
}) {
  const { assignee, mayChange, isPending, onChange } = props;
  const [draft, setDraft] = useState<string>();
  const opener = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const close = () => {
    flushSync(() => setDraft(undefined));
    opener.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void onChange(draft?.trim() || undefined).then(
      () => field.current && close(), // unless somebody left it since
      () => undefined, // the error stands below
    );
  };
  if (draft === undefined) {
    return (
      <>
        <span className={assignee ? "truncate" : "text-ink-3"}>{assignee ?? "Nobody yet"}</span>
        {mayChange && (
          <button
            ref={opener}
            type="button"
            className="link ml-auto"
            onClick={() => setDraft(assignee ?? "")}
          >
            {assignee ? "Change assignee" : "Assign"}
          </button>
        )}
      </>
    );
  }
  return (
    <form onSubmit={submit} className="flex min-w-0 flex-1 gap-1.5">
      <input
        ref={field}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to write here
        autoFocus
        aria-label="Assignee"
        value={draft}
        maxLength={NAME_MAX}
        placeholder="Nobody"
        onChange={(event) => setDraft(event.target.value)}
        readOnly={isPending}
        onKeyDown={(event) => event.key === "Escape" && close()}
        className="h-6.5 min-w-0 flex-1 rounded-2 border border-line-control bg-surface px-2 text-12"
      />
      <Button size="sm" type="submit" disabled={isPending}>
        Save assignee
      </Button>
    </form>
  );
}

function NoteForm(props: {
  readonly isPending: boolean;
  readonly onAdd: (text: string) => Promise<unknown>;
}) {
  const [text, setText] = useState("");
  const hydrated = useHydrated();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void props.onAdd(text).then(
      () => setText((now) => (now === text ? "" : now)), // what was typed since is the next note
      () => undefined, // the error stands below
    );
  };
  return (
    <form onSubmit={submit} className="mt-1.5 flex gap-1.5">
      <textarea
        aria-label="Note about this cause"
        placeholder="Note about this cause…"
        rows={1}
        value={text}
        maxLength={NOTE_MAX}
        onChange={(event) => setText(event.target.value)}
        readOnly={!hydrated}
        className="min-h-6.5 min-w-0 flex-1 rounded-2 border border-line-control bg-surface px-2 py-[3px] text-12"
      />
      <Button size="sm" type="submit" disabled={text.trim() === "" || props.isPending}>
        Add note
      </Button>
    </form>
  );
}
