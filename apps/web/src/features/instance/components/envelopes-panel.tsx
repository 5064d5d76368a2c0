import Link from "next/link";
import { paths } from "@/lib/paths.ts";
import { QueryView } from "@/trpc/query-view.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { Time } from "@/ui/time.tsx";
import type { Moment } from "../instance.ts";
import { useEnvelopes } from "../use-instance.ts";

/** The envelopes of the subject, the newest first: what came in, and what machines announced. */
export function EnvelopesPanel({ moment: { instance } }: { readonly moment: Moment }) {
  const query = useEnvelopes(instance);
  return (
    <QueryView query={query} what="envelopes" consequence="There may be envelopes.">
      {({ rows, more }) => (
        <ul>
          {rows.map((row) => (
            <li
              key={`${row.id} ${row.recordedAt.getTime()}`}
              className="border-line not-last:border-b"
            >
              <Link
                href={paths.conversation(row.correlationId, { event: row.id })}
                className="block px-3.5 py-1.5 hover:bg-surface-2"
              >
                <span className="flex gap-2">
                  <b className="mono min-w-0 flex-1 truncate text-12 font-book">{row.type}</b>
                  <Time at={row.recordedAt} show="ms" className="text-12 text-ink-3" />
                </span>
                <span className="block truncate text-12 text-ink-3">
                  {row.machineId ? `announced by ${row.machineId}` : `received from ${row.source}`}
                </span>
              </Link>
            </li>
          ))}
          {rows.length === 0 && <EmptyState title="No envelope is recorded." because="filtered" />}
          {more && (
            <li className="px-3.5 py-2 text-12 text-ink-3">
              Only the newest {rows.length} are listed.
            </li>
          )}
        </ul>
      )}
    </QueryView>
  );
}
