import { type ChartRange, RANGE_WORDS } from "@/lib/chart-range.ts";
import { cx } from "@/lib/cx.ts";
import { formatDuration } from "@/lib/format-duration.ts";
import { formatCount } from "@/lib/format-number.ts";
import { Button } from "@/ui/button.tsx";
import { Card, CardHeader } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { Table, Td, Th, Tr } from "@/ui/table.tsx";
import { behindOf, type Feed, type Pipes, standingOfFeed, trendOf, workerName } from "../pipes.ts";
import { StandingCell } from "./standing-cell.tsx";
import { TrendCell } from "./trend-cell.tsx";

/** How far each feed has come, who leads it, and what stands in its way. */
export function FeedsCard(props: {
  readonly pipes: Pipes;
  readonly range: ChartRange;
  /** Absent for those who may not. */
  readonly onMove: ((feed: Feed) => void) | undefined;
}) {
  const { feeds, now } = props.pipes;
  return (
    <Card label="Feeds" className="flex flex-col overflow-hidden">
      <CardHeader title="Feeds" sub="a row for each partition" />
      {feeds.length === 0 ? (
        <EmptyState title="No feed is declared." checkedAt={now} because="none" />
      ) : (
        <div className="overflow-x-auto">
          <Table caption="Feeds">
            <thead>
              <tr>
                <Th>Feed</Th>
                <Th>Topic</Th>
                <Th>Leader, fence</Th>
                <Th className="max-drawer:hidden">Lease left</Th>
                <Th end>Position</Th>
                <Th end>Behind</Th>
                <Th end>Oldest</Th>
                <Th className="w-24">Last {RANGE_WORDS[props.range]}</Th>
                <Th>State</Th>
                {props.onMove && <Th />}
              </tr>
            </thead>
            <tbody>
              {feeds.map((feed) => (
                <FeedRow
                  key={`${feed.project} ${feed.name} ${feed.partition}`}
                  feed={feed}
                  pipes={props.pipes}
                  onMove={props.onMove}
                />
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </Card>
  );
}

function FeedRow(props: {
  readonly feed: Feed;
  readonly pipes: Pipes;
  readonly onMove: ((feed: Feed) => void) | undefined;
}) {
  const { feed, pipes, onMove } = props;
  const behind = behindOf(feed);
  const standing = standingOfFeed(feed);
  const isBad = standing.state === "stuck" || standing.state === "failed";
  return (
    <Tr>
      <Td>
        <span className="mono font-strong">{feed.name}</span>
        {feed.partitions > 1 && (
          <span className="text-ink-3">
            {" "}
            {feed.partition + 1} of {feed.partitions}
          </span>
        )}
      </Td>
      <Td className="mono">{feed.topic}</Td>
      <Td className="mono text-ink-2">
        {feed.leader === null ? "nobody" : workerName(feed.leader)}{" "}
        <span className="text-ink-3">#{feed.token}</span>
      </Td>
      <Td className={cx("max-drawer:hidden", feed.leader === null ? "text-ink-3" : "tabular-nums")}>
        {feed.leader === null || feed.leasedUntil === null
          ? "none"
          : formatDuration(feed.leasedUntil.getTime() - feed.now.getTime())}
      </Td>
      <Td end>{feed.position === null ? "none yet" : formatCount(Number(feed.position))}</Td>
      <Td end className={isBad && behind > 0 ? "text-red" : undefined}>
        {formatCount(behind)}
      </Td>
      <Td end className={feed.oldestAt === null ? "text-ink-3" : undefined}>
        {feed.oldestAt === null
          ? "none"
          : formatDuration(feed.now.getTime() - feed.oldestAt.getTime())}
      </Td>
      <TrendCell
        values={trendOf(pipes, { kind: "feed", project: feed.project, name: feed.name })}
        isBad={isBad}
      />
      <StandingCell standing={standing} />
      {onMove && (
        <Td end>
          {feed.partition === 0 && (
            <Button size="sm" onClick={() => onMove(feed)} aria-label={`Move feed ${feed.name}`}>
              Move…
            </Button>
          )}
        </Td>
      )}
    </Tr>
  );
}
