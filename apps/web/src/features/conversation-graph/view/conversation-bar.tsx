"use client";

import { formatCount, formatPlural } from "../../../lib/format-number.ts";
import { IconButton } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/field.tsx";
import type { ConversationLayout } from "../layout/conversation-layout.ts";

/** What is drawn and what is folded, and how to change that. */
export function ConversationBar(props: {
  readonly layout: ConversationLayout;
  readonly fold: boolean;
  readonly onFold: (fold: boolean) => void;
  readonly showPath: boolean;
  readonly onShowPath: (show: boolean) => void;
  readonly onZoomIn: () => void;
  readonly onZoomOut: () => void;
  readonly onFit: () => void;
}) {
  return (
    <div className="flex h-9.5 flex-none items-center gap-4 border-b border-line pr-2 pl-3.5">
      <span className="min-w-0 truncate text-12 text-ink-3">
        {countWords(props.layout)}. Order comes from causation, not from clocks.
      </span>
      <div className="ml-auto flex flex-none items-center gap-4">
        <Checkbox
          label="Group repeats"
          checked={props.fold}
          onChange={(event) => props.onFold(event.target.checked)}
        />
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

function countWords({ drawn, folded, stacks, gaps }: ConversationLayout): string {
  const parts = [`${formatCount(drawn)} drawn`];
  if (stacks > 0) parts.push(`${formatCount(folded)} in ${formatPlural(stacks, "group")}`);
  if (gaps > 0) parts.push(`${formatPlural(gaps, "cause")} not recorded`);
  return parts.join(", ");
}
