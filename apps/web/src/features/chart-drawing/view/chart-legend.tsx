import { StateGlyph } from "../../../ui/chip.tsx";
import { Glyph } from "../../../ui/glyph.tsx";
import { STATES, type StateName } from "../../../ui/state-table.ts";
import type { ChartMarks } from "../marks/chart-marks.ts";
import { DIFFERENCES, type Difference } from "../marks/difference.ts";
import { DIFFERENCE_TEXT } from "./difference-badge.tsx";

/** The states that this drawing shows, with their glyphs; a state that does not occur is not explained. */
export function ChartLegend({ marks }: { readonly marks: ChartMarks }) {
  const all = Object.entries(marks.states).flatMap(([path, mark]) => (path === "" ? [] : [mark]));
  const used = new Set(all.map(({ mark }) => mark));
  const shown = (Object.keys(STATES) as StateName[]).filter(
    (name) => name !== "rest" && used.has(name),
  );
  const { states = {}, transitions = {} } = marks.differences ?? {};
  const differs = new Set([...Object.values(states), ...Object.values(transitions)]);
  if (shown.length === 0 && differs.size === 0) return null;
  return (
    <ul className="flex flex-none flex-wrap gap-x-4 gap-y-0.5 border-t border-line px-3.5 py-1.5 text-11 text-ink-2">
      {shown.map((name) => (
        <li key={name} className="inline-flex items-center gap-1.5">
          <StateGlyph state={name} size="xs" decorative />
          {STATES[name].label.toLowerCase()}
        </li>
      ))}
      {(Object.keys(DIFFERENCES) as Difference[])
        .filter((kind) => differs.has(kind))
        .map((kind) => (
          <li key={kind} className="inline-flex items-center gap-1.5">
            <span aria-hidden="true" className={DIFFERENCE_TEXT[kind]}>
              {DIFFERENCES[kind].sign}
            </span>
            {DIFFERENCES[kind].label.toLowerCase()}
          </li>
        ))}
      {all.some(({ timer }) => timer?.running) && (
        <li className="inline-flex items-center gap-1.5">
          <Glyph name="st-waiting" size="xs" className="text-teal" />
          timer running
        </li>
      )}
      {marks.countedFrom !== undefined && (
        <li>visits and arrows counted from step {marks.countedFrom} on</li>
      )}
    </ul>
  );
}
