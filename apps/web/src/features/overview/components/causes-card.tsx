import Link from "next/link";
import { type ChartRange, letterRangeOf, RANGE_WORDS } from "@/lib/chart-range.ts";
import { formatCount } from "@/lib/format-number.ts";
import { paths } from "@/lib/paths.ts";
import { Bars } from "@/ui/bars.tsx";
import { ButtonLink } from "@/ui/button.tsx";
import { Card, CardHeader } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import type { Overview } from "../overview.ts";

/** The causes with the most open letters. */
export function CausesCard({
  overview,
  range,
}: {
  readonly overview: Overview;
  readonly range: ChartRange;
}) {
  const { causes, letters, at } = overview;
  return (
    <Card label="Dead letters by cause" className="flex flex-col">
      <CardHeader
        title="Dead letters by cause"
        sub={`captured in ${RANGE_WORDS[letterRangeOf(range)]}`}
      >
        {letters.count > 0 && (
          <ButtonLink href={paths.deadLetters()} kind="ghost" size="sm" after="arrow">
            All {formatCount(letters.count)}
          </ButtonLink>
        )}
      </CardHeader>
      {causes.length === 0 ? (
        <EmptyState title="No dead letters." checkedAt={at} />
      ) : (
        <ul>
          {causes.map((cause) => (
            <li key={cause.fingerprint} className="border-line not-last:border-b">
              <Link
                href={paths.deadLetters({ cause: cause.fingerprint })}
                className="flex h-9 items-center gap-3 px-3.5 text-12 hover:bg-surface-2"
              >
                <span className="min-w-0 flex-1 truncate" title={cause.title}>
                  {cause.title} <span className="text-ink-3">{cause.consumer}</span>
                </span>
                <Bars
                  values={cause.trend}
                  className={cause.lately > 0 ? "text-red" : "text-ink-2"}
                />
                <b className="w-9 text-right text-13 font-semibold">{formatCount(cause.letters)}</b>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
