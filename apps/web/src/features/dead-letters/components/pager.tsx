import { formatCount, formatPlural } from "@/lib/format-number.ts";
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
  if (!page) return null;
  const next = page.nextCursor;
  return (
    <span className="ml-auto flex flex-none items-center gap-2">
      <span title={page.lookedEnough ? LOOKED_ENOUGH : undefined}>
        {page.lookedEnough
          ? `${formatPlural(page.rows.length, "match", "matches")} among the next 20,000 letters`
          : `${formatCount(page.rows.length)} shown`}
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
          {page.lookedEnough ? "Look further" : "Older"}
        </Button>
      )}
    </span>
  );
}

const LOOKED_ENOUGH =
  "A part of a subject is looked for among so many letters at a time, the newest first. A replay of everything that matches takes them all.";
