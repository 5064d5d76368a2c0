import { cx } from "@/lib/cx.ts";
import { messageOf } from "@/trpc/query-view.tsx";
import { useTRPC } from "@/trpc/react.tsx";
import { useLiveQuery } from "@/trpc/use-live-query.ts";
import { Glyph } from "@/ui/glyph.tsx";
import { Time } from "@/ui/time.tsx";
import { verificationWords } from "../audit-words.ts";

const REFRESH_MS = 5_000; // every row is hashed again

/** Whether the rows still fit the hashes they were written with. */
export function ChainState() {
  const trpc = useTRPC();
  const query = useLiveQuery(
    trpc.audit.verification.queryOptions(),
    { audit: true },
    { intervalMs: REFRESH_MS },
  );
  if (query.data === undefined) {
    return (
      <span className="text-12 text-ink-3">
        {query.isError
          ? `The chain could not be checked: ${messageOf(query.error)}.`
          : "Checking the chain…"}
      </span>
    );
  }
  const { isSound, words } = verificationWords(query.data);
  return (
    <span
      role={isSound ? "status" : "alert"}
      className={cx(
        "flex items-center gap-1.5 text-12 font-medium",
        isSound ? "text-green" : "text-red",
      )}
    >
      <Glyph name={isSound ? "st-done" : "alert"} size="sm" />
      {words}
      <span className="font-normal text-ink-3">
        checked <Time at={query.data.checkedAt} />
        {query.isError && `; not since: ${messageOf(query.error)}`}
      </span>
    </span>
  );
}
