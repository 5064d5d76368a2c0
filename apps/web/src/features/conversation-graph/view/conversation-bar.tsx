"use client";

import { formatCount, formatPlural } from "../../../lib/format-number.ts";
import { IconButton } from "../../../ui/button.tsx";
import { Checkbox, Select } from "../../../ui/field.tsx";
import { type Segment, Segmented } from "../../../ui/segmented.tsx";
import type { ConversationViewName, DrawingCounts } from "../layout/draw-conversation.ts";
import type { Grouping } from "../layout/fold-envelopes.ts";

const VIEWS: readonly Segment<ConversationViewName>[] = [
  { value: "graph", label: "Graph", glyph: "conversation" },
  { value: "sequence", label: "Sequence", glyph: "updown" },
  { value: "time", label: "Time", glyph: "st-waiting" },
];

/** Which view is shown, what is drawn and what is folded, and how to change that. */
export function ConversationBar(props: {
  readonly view: ConversationViewName;
  readonly onView: (view: ConversationViewName) => void;
  readonly counts: DrawingCounts | undefined;
  readonly by: Grouping;
  readonly onGroup: (by: Grouping) => void;
  readonly showPath: boolean;
  readonly onShowPath: (show: boolean) => void;
  readonly onZoomIn: () => void;
  readonly onZoomOut: () => void;
  readonly onFit: () => void;
}) {
  return (
    <div className="flex min-h-9.5 flex-none flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-1 pr-2 pl-3">
      <Segmented label="View" value={props.view} options={VIEWS} onChange={props.onView} />
      <span className="min-w-0 flex-1 truncate text-12 text-ink-3" role="status">
        {props.counts && `${countWords(props.counts)}. `}
        Order comes from causation, not from clocks.
      </span>
      <div className="ml-auto flex flex-none items-center gap-4">
        <Select
          label="Group repeats"
          value={props.by}
          onChange={(event) => props.onGroup(event.target.value as Grouping)}
        >
          <option value="type">group by type</option>
          <option value="lane">group by service</option>
          <option value="none">one by one</option>
        </Select>
        <Checkbox
          label="Path to first"
          checked={props.showPath}
          onChange={(event) => props.onShowPath(event.target.checked)}
        />
        <span className="flex">
          <IconButton glyph="minus" label="Zoom out" onClick={props.onZoomOut} />
          <IconButton glyph="plus" label="Zoom in" onClick={props.onZoomIn} />
          <IconButton glyph="fit" label="Fit" onClick={props.onFit} />
        </span>
      </div>
    </div>
  );
}

function countWords({ drawn, folded, stacks, hidden, shut, gaps }: DrawingCounts): string {
  const parts = [`${formatCount(drawn)} drawn`];
  if (stacks > 0) parts.push(`${formatCount(folded)} in ${formatPlural(stacks, "group")}`);
  if (shut > 0)
    parts.push(`${formatCount(hidden)} behind ${formatPlural(shut, "shut box", "shut boxes")}`);
  if (gaps > 0) parts.push(`${formatPlural(gaps, "cause")} not recorded`);
  return parts.join(", ");
}
