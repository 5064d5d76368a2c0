import { formatKnownCount } from "@/lib/format-number.ts";
import type { UrlParams } from "@/lib/use-url-params.ts";
import type { RouterOutputs } from "@/trpc/react.tsx";
import { Button } from "@/ui/button.tsx";

/** From page to page. Pages begin after a letter, so that new ones do not push rows from one page to the next. */
export function Pager(props: {
  readonly url: UrlParams;
  readonly page: RouterOutputs["deadLetters"]["list"] | undefined;
  readonly isFirst: boolean;
}) {
  const { url, page, isFirst } = props;
  if (!page || (page.rows.length === 0 && isFirst)) return null;
  const next = page.nextCursor;
  const count = formatKnownCount(page.count, page.count >= page.countMax);
  return (
    <div className="flex flex-none items-center gap-2 border-t border-line bg-surface-2 px-3.5 py-2 text-12 leading-6.5 text-ink-3">
      <span className="ml-auto">
        {page.rows.length} of {count} shown
      </span>
      {!isFirst && (
        <Button size="sm" onClick={() => url.set({ after: undefined }, "push")}>
          Newest
        </Button>
      )}
      {(next || !isFirst) && (
        <Button
          size="sm"
          after="right"
          disabled={!next}
          onClick={() => url.set({ after: next }, "push")}
        >
          Older
        </Button>
      )}
    </div>
  );
}
