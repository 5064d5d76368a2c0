import { Card, CardHeader } from "@/ui/card.tsx";
import { ToneChip } from "@/ui/chip.tsx";
import { Glyph } from "@/ui/glyph.tsx";
import { ScrollArea } from "@/ui/scroll-area.tsx";
import { type Change, type Changes, type Document, valueText } from "../document.ts";
import { hashLink } from "../use-hash.ts";
import { CHANGE_LOOKS } from "./change-mark.tsx";

/** What changed since an earlier version, the worst first. */
export function ChangesCard(props: { readonly changes: Changes; readonly document: Document }) {
  const { since, counts, changes, isCut } = props.changes;
  if (!since) return null;
  return (
    <Card label="Changes" className="flex flex-none flex-col overflow-hidden">
      <CardHeader title={`Since version ${since.version}`} sub={restWords(props.changes)}>
        {counts.breaking > 0 && (
          <ToneChip tone="red" glyph="alert">
            {counts.breaking} breaking
          </ToneChip>
        )}
      </CardHeader>
      {changes.length === 0 ? (
        <p className="px-3.5 py-3 text-12 text-ink-3">Nothing that others could notice changed.</p>
      ) : (
        <ScrollArea as="ol" className="max-h-90 overflow-y-auto text-12">
          {changes.map((change) => (
            <ChangeRow
              key={`${change.about} ${change.direction} ${change.path} ${change.what}`}
              change={change}
              document={props.document}
            />
          ))}
        </ScrollArea>
      )}
      {isCut && <p className="px-3.5 py-2 text-12 text-ink-3">The first; there are more.</p>}
    </Card>
  );
}

function restWords({ counts }: Changes): string {
  const parts = [
    counts.unclear > 0 ? `${counts.unclear} unclear` : "",
    counts.compatible > 0 ? `${counts.compatible} compatible` : "",
  ];
  return parts.filter((part) => part !== "").join(", ");
}

function ChangeRow({ change, document }: { readonly change: Change; readonly document: Document }) {
  const { about, direction, path, what, before, after } = change;
  const { glyph, text, label } = CHANGE_LOOKS[change.class];
  const message = document.messages.find(
    (each) => each.type === about && each.direction === direction,
  );
  return (
    <li className="flex gap-2 border-b border-line px-3.5 py-2 last:border-b-0">
      <Glyph name={glyph} size="sm" label={label} className={`mt-px flex-none ${text}`} />
      <div className="min-w-0 flex-1">
        {message ? (
          <a href={hashLink(message.key)} className="mono link break-all">
            {about}
          </a>
        ) : (
          <span className="mono break-all">{about || "document"}</span>
        )}
        <div className="text-ink-2">
          {path !== "" && <span className="mono break-all">{path}</span>} {what}
        </div>
        {before !== undefined && after !== undefined && (
          <div className="mono mt-1 overflow-hidden rounded-1 text-[11px] inset-ring inset-ring-line">
            <div className="truncate bg-red-tint px-1.5" title={valueText(before)}>
              − {valueText(before)}
            </div>
            <div className="truncate bg-green-tint px-1.5" title={valueText(after)}>
              + {valueText(after)}
            </div>
          </div>
        )}
      </div>
    </li>
  );
}
