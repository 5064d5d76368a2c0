import type { ReactNode } from "react";
import { formatCount } from "@/lib/format-number.ts";
import { Card, CardHeader, Label } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { Glyph } from "@/ui/glyph.tsx";
import type { GlyphName } from "@/ui/glyph-shapes.tsx";
import type { ChoreographyView } from "../choreography.ts";

interface FindingsProps {
  readonly data: ChoreographyView;
  readonly onSelect: (id: string) => void;
}

/** What the map shows to be odd: told by the charts and routes alone, before it happens. */
export function FindingsCard({ data, onSelect }: FindingsProps) {
  const unhandled = data.links.filter(({ isUnhandled }) => isUnhandled);
  const { cycles, unheard, unsaid } = data;
  const count = cycles.length + unheard.length + unsaid.length + unhandled.length;
  return (
    <Card label="Worth a look" className="flex-none">
      <CardHeader title="Worth a look" sub={count > 0 ? "from charts and routes" : undefined} />
      {count === 0 && (
        <EmptyState title="Everything said is heard.">And everything awaited is said.</EmptyState>
      )}
      <Group
        title="Circles"
        glyph="replay"
        tone={cycles.some(({ isEndless }) => isEndless) ? "text-amber" : "text-ink-3"}
        items={cycles.map((cycle) => ({
          key: cycle.types.join(" "),
          at: cycle.machines[0],
          what: `${cycle.machines.join(" → ")} → ${cycle.machines[0]}`,
          detail: cycle.isEndless
            ? "nothing in the charts ends it; guards may"
            : "each instance goes round a limited number of times",
        }))}
        onSelect={onSelect}
      />
      <Group
        title="Routed to a chart that has no transition on it"
        glyph="alert"
        tone="text-red"
        items={unhandled.map(({ to, type }) => ({
          key: `${to} ${type}`,
          at: to.slice("machine:".length),
          what: type,
          detail: `each one becomes a dead letter of ${to.slice("machine:".length)}`,
        }))}
        onSelect={onSelect}
      />
      <Group
        title="Routed, and nobody says it"
        glyph="gap"
        tone="text-ink-3"
        items={unsaid.map(({ machine, type, topic }) => ({
          key: `${machine} ${topic} ${type}`,
          at: machine,
          what: type,
          detail: `${machine} waits for it on ${topic}; none came lately`,
        }))}
        onSelect={onSelect}
      />
      <Group
        title="Said, and nobody takes it"
        glyph="external"
        tone="text-ink-3"
        items={unheard.map(({ machine, type, topic, count: times }) => ({
          key: `${machine} ${topic} ${type}`,
          at: machine,
          what: type,
          detail: `${machine} on ${topic}, ${formatCount(times)} lately`,
        }))}
        onSelect={onSelect}
      />
    </Card>
  );
}

interface Finding {
  readonly key: string;
  /** The machine it is about. */
  readonly at: string | undefined;
  readonly what: string;
  readonly detail: ReactNode;
}

function Group(props: {
  readonly title: string;
  readonly glyph: GlyphName;
  readonly tone: string;
  readonly items: readonly Finding[];
  readonly onSelect: (id: string) => void;
}) {
  const { title, glyph, tone, items, onSelect } = props;
  if (items.length === 0) return null;
  return (
    <div className="border-line px-3.5 py-2.5 not-last:border-b">
      <Label className="flex items-center gap-1.5">
        <Glyph name={glyph} size="sm" className={tone} />
        <span>
          {title}, {items.length}
        </span>
      </Label>
      <ul>
        {items.map(({ key, at, what, detail }) => (
          <li key={key}>
            <button
              type="button"
              onClick={() => at !== undefined && onSelect(`machine:${at}`)}
              className="-mx-1.5 block w-[calc(100%+12px)] rounded-1! px-1.5 py-1 text-left text-12 hover:bg-surface-2"
            >
              <span className="mono block truncate" title={what}>
                {what}
              </span>
              <span className="block truncate text-ink-3">{detail}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
