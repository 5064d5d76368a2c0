import type { UrlParams } from "@/lib/use-url-params.ts";
import type { RouterOutputs } from "@/trpc/react.tsx";
import { Button } from "@/ui/button.tsx";
import { type Order, writeCursor } from "../instance-filter.ts";

/** From page to page. Pages begin after an instance, so that new ones do not push rows from one page to the next. */
export function Pager(props: {
  readonly url: UrlParams;
  readonly page: RouterOutputs["instances"]["list"] | undefined;
  readonly order: Order;
  readonly isFirst: boolean;
}) {
  const { url, page, order, isFirst } = props;
  const next = page?.nextCursor;
  if (!page || (isFirst && !next && !page.more)) return null;
  return (
    <div className="flex flex-none items-center gap-2 border-t border-line px-3.5 py-2 text-12 text-ink-3">
      {page.more && <span>More need attention than were looked at; these are some of them.</span>}
      <span className="ml-auto" />
      <Button size="sm" disabled={isFirst} onClick={() => url.set({ after: undefined }, "push")}>
        {order === "newest" ? "Newest" : "Oldest"}
      </Button>
      <Button
        size="sm"
        after="right"
        disabled={!next}
        onClick={() => next && url.set({ after: writeCursor(next) }, "push")}
      >
        {order === "newest" ? "Older" : "Newer"}
      </Button>
    </div>
  );
}
