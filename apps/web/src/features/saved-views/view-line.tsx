import Link from "next/link";
import { IconButton } from "@/ui/button.tsx";
import { Glyph } from "@/ui/glyph.tsx";
import type { SavedView } from "./use-views.ts";

/** One view: the way there, and the way to be rid of it. */
export function ViewLine(props: {
  readonly view: SavedView;
  readonly href: string;
  readonly current: boolean;
  readonly onRemove: (() => void) | undefined;
}) {
  const { view, href, current, onRemove } = props;
  return (
    <li className="flex items-center rounded-1 hover:bg-surface-3">
      <Link
        href={href}
        aria-current={current ? "page" : undefined}
        title={view.shared ? `${view.name}, shared by ${view.ownerName}` : view.name}
        className="flex h-7.5 min-w-0 flex-1 items-center gap-1.5 px-[9px]"
      >
        <span className="truncate">{view.name}</span>
        {current && <Glyph name="check" size="xs" className="flex-none text-ink-2" />}
      </Link>
      {onRemove && <IconButton glyph="x" label={`Remove ${view.name}`} onClick={onRemove} />}
    </li>
  );
}
