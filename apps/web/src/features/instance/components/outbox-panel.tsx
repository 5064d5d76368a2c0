import Link from "next/link";
import { formatPlural } from "@/lib/format-number.ts";
import { paths } from "@/lib/paths.ts";
import { EmptyState } from "@/ui/empty-state.tsx";
import { Glyph } from "@/ui/glyph.tsx";
import { Countdown, Time } from "@/ui/time.tsx";
import type { Instance } from "../instance.ts";

type Row = Instance["waiting"][number];

/** What the outbox still holds: envelopes of the instance that a sink has not had, and those that wait for it. */
export function OutboxPanel({ instance }: { readonly instance: Instance }) {
  const { waiting, moreWaiting, readAt, machineId } = instance;
  const out = waiting.filter(({ direction }) => direction === "out");
  const inward = waiting.filter(({ direction }) => direction === "in");
  if (waiting.length === 0) {
    return (
      <EmptyState title="Nothing waits in the outbox." checkedAt={readAt}>
        All that it announced was handed on, and nothing waits for it.
      </EmptyState>
    );
  }
  return (
    <>
      <Rows title="Announced, and not handed on yet" rows={out} readAt={readAt} />
      <Rows title={`Waiting for ${machineId} to handle it`} rows={inward} readAt={readAt} />
      {moreWaiting && (
        <p className="px-3.5 py-2 text-12 text-ink-3">
          The {waiting.length} that wait longest; there are more.
        </p>
      )}
    </>
  );
}

function Rows(props: {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly readAt: Date;
}) {
  const { title, rows, readAt } = props;
  if (rows.length === 0) return null;
  return (
    <section aria-label={title} className="border-line not-last:border-b">
      <h3 className="px-3.5 pt-2.5 pb-1 text-12 font-strong text-ink-2">{title}</h3>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <Link
              href={paths.conversation(row.correlationId, { event: row.eventId })}
              className="flex gap-3 px-3.5 py-1.5 hover:bg-surface-2"
            >
              <Glyph name="st-waiting" className="mt-0.5 text-teal" label="Waiting" />
              <span className="min-w-0 flex-1">
                <span className="flex gap-2">
                  <b className="mono min-w-0 flex-1 truncate text-12 font-book">{row.type}</b>
                  <Time at={row.createdAt} show="age" className="text-12 text-ink-3" />
                </span>
                <span className="block truncate text-12 text-ink-3">
                  {row.revision !== null && row.direction === "out" && <>step {row.revision}, </>}
                  to {row.sink}
                  {row.attempts > 0 && <>, {formatPlural(row.attempts, "failed attempt")}</>}
                  {row.dueAt > readAt && (
                    <>
                      , tried in <Countdown dueAt={row.dueAt} />
                    </>
                  )}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
