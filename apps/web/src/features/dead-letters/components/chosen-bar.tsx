import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { formatCount, formatPlural } from "@/lib/format-number.ts";
import { useKeys } from "@/lib/keys/use-keys.ts";
import { sentence } from "@/lib/sentence.ts";
import { messageOf } from "@/trpc/query-view.tsx";
import { useTRPC } from "@/trpc/react.tsx";
import { Button } from "@/ui/button.tsx";
import { Note } from "@/ui/note.tsx";
import { type Purpose, previewOf, purposesFor } from "../bulk-purposes.ts";
import type { LetterFilter } from "../letter-filter.ts";
import type { Chosen } from "../use-chosen.ts";

/** What is chosen, and what can be done with it. Whatever it is, the letters are frozen first and shown before anything moves. */
export function ChosenBar(props: {
  readonly chosen: Chosen | undefined;
  readonly permissions: readonly string[];
  readonly filter: LetterFilter;
  /** How many letters the filter finds. */
  readonly count: number | undefined;
  readonly onFrozen: (selectionId: string) => void;
  readonly children: ReactNode;
}) {
  const { chosen, permissions, filter, count, onFrozen, children } = props;
  const trpc = useTRPC();
  const preview = useMutation(
    trpc.replayJobs.preview.mutationOptions({ onSuccess: ({ id }) => onFrozen(id) }),
  );
  const isAny = chosen !== undefined && (chosen.isEverything || chosen.ids.size > 0);
  const freeze = (purpose: Purpose) => {
    if (preview.isPending) return; // a key pressed twice
    preview.mutate(
      previewOf(purpose, filter, chosen?.isEverything ? undefined : [...(chosen?.ids ?? [])]),
    );
  };
  const actions = chosen ? purposesFor(filter.state, permissions) : [];
  useKeys(
    isAny
      ? actions.map(({ purpose, label }) => ({
          keys: KEYS[purpose],
          label: `${label.replace("…", "")} what is chosen`,
          group: "Lists",
          run: () => freeze(purpose),
        }))
      : [],
  );
  return (
    <div className="sticky bottom-0 z-2 flex-none border-t border-line bg-surface-2">
      {preview.isError && (
        <Note kind="bad" className="mx-3.5 mt-2" title="The letters could not be frozen.">
          {sentence(messageOf(preview.error))}. Nothing was changed.
        </Note>
      )}
      <div className="flex flex-wrap items-center gap-2 px-3.5 py-2 text-12 leading-6.5 text-ink-3">
        {chosen && (
          <>
            <span role="status" className={isAny ? "font-strong text-ink" : ""}>
              {chosenWords(chosen, count)}
            </span>
            {!chosen.isEverything && count !== undefined && count > 0 && (
              <button type="button" className="link" onClick={chosen.chooseEverything}>
                Select all {formatCount(count)} matching
              </button>
            )}
            {isAny && (
              <button type="button" className="link" onClick={chosen.clear}>
                Clear
              </button>
            )}
          </>
        )}
        {isAny &&
          actions.map(({ purpose, label }) => (
            <Button
              key={purpose}
              size="sm"
              kind={purpose === "replay" ? "solid" : "plain"}
              disabled={preview.isPending}
              onClick={() => freeze(purpose)}
            >
              {preview.isPending && preview.variables.purpose === purpose ? "Freezing…" : label}
            </Button>
          ))}
        {children}
      </div>
    </div>
  );
}

const KEYS = {
  replay: "r",
  resolve: "v",
  assign: "a",
  archive: "z",
  restore: "z",
} as const satisfies Record<Purpose, string>;

function chosenWords({ isEverything, ids }: Chosen, count: number | undefined): string {
  if (isEverything) {
    return count === undefined ? "Everything matching" : `All ${formatCount(count)} matching`;
  }
  return ids.size === 0 ? "None selected" : `${formatPlural(ids.size, "letter")} selected`;
}
