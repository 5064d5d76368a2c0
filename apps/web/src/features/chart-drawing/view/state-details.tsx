"use client";

import type { ChartGraph } from "@sagascope/core/charts";
import { useTimeZone } from "../../../lib/use-now.ts";
import { IconButton } from "../../../ui/button.tsx";
import { StateGlyph } from "../../../ui/chip.tsx";
import { eventWords } from "../build/transition-label.ts";
import type { ChartMarks } from "../marks/chart-marks.ts";
import { stateWords } from "./state-words.ts";

/** The state that is looked at, in words: what it is for the instance, what it does, and where it leads. */
export function StateDetails(props: {
  readonly graph: ChartGraph;
  readonly marks: ChartMarks;
  readonly path: string;
  readonly onClose: () => void;
}) {
  const { graph, marks, path, onClose } = props;
  const zone = useTimeZone();
  const state = graph.states.find((one) => one.path === path);
  const mark = marks.states[path];
  const exits = graph.transitions.filter(({ from }) => from === path);
  return (
    <section
      aria-label="Selected state"
      className="flex flex-none items-start gap-2 border-b border-line bg-surface-2 py-2 pr-2 pl-3.5 text-12"
    >
      {mark && <StateGlyph state={mark.mark} decorative />}
      <div className="max-h-20 min-w-0 flex-1 overflow-y-auto">
        {state ? (
          <>
            <p className="font-strong">{stateWords(state, mark, zone)}</p>
            {state.description && <p className="text-ink-2">{state.description}</p>}
            <p className="text-ink-2">
              {[
                state.entry.length > 0 && `on entry ${state.entry.join(", ")}`,
                state.exit.length > 0 && `on exit ${state.exit.join(", ")}`,
                ...exits.map(
                  (exit) =>
                    `${eventWords(exit)}${exit.guard ? ` if ${exit.guard}` : ""} → ${exit.to.join(" and ") || "stays"}`,
                ),
              ]
                .filter(Boolean)
                .join("; ")}
            </p>
          </>
        ) : (
          <p>This chart has no state {path}.</p>
        )}
      </div>
      <IconButton glyph="x" label="Close the state's details" onClick={onClose} />
    </section>
  );
}
