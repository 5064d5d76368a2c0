import { ButtonLink } from "@/ui/button.tsx";
import { Card, CardHeader } from "@/ui/card.tsx";
import { StateGlyph } from "@/ui/chip.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { Time } from "@/ui/time.tsx";
import { type Need, needsYou } from "../needs-you.ts";
import type { Overview } from "../overview.ts";

/** What will not mend itself, the worst first. */
export function NeedsCard({ overview }: { readonly overview: Overview }) {
  const needs = needsYou(overview);
  return (
    <Card label="Needs you" className="flex flex-col">
      <CardHeader
        title="Needs you"
        sub={needs.length > 0 ? `${needs.length}, worst first` : undefined}
      />
      {needs.length === 0 ? (
        <EmptyState title="Nothing needs you." checkedAt={overview.at} />
      ) : (
        <ul className="max-h-60 overflow-y-auto">
          {needs.map((need) => (
            <NeedRow key={need.key} need={need} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function NeedRow({ need }: { readonly need: Need }) {
  return (
    <li className="flex min-h-11 items-center gap-3 border-line px-3.5 not-last:border-b">
      <StateGlyph state={need.state} size="md" />
      <span className="min-w-0 flex-1 truncate" title={`${need.what} ${need.detail}`}>
        <b className="font-strong">{need.what}</b> <span className="text-ink-2">{need.detail}</span>
      </span>
      {need.since && (
        <Time at={need.since} show="age" className="text-12 whitespace-nowrap text-ink-3" />
      )}
      <ButtonLink href={need.action.href} size="sm" className="w-22">
        {need.action.label}
      </ButtonLink>
    </li>
  );
}
