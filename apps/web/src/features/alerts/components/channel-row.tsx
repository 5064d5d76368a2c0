import { useMutation, useQuery } from "@tanstack/react-query";
import { messageOf } from "@/trpc/query-view.tsx";
import { useTRPC } from "@/trpc/react.tsx";
import { Button } from "@/ui/button.tsx";
import { Chip } from "@/ui/chip.tsx";
import { type Channel, isFailing, noticeWords } from "../alert-words.ts";

const LOOK_MS = 1_000;

/** One channel, and a way to find out whether it works. */
export function ChannelRow(props: {
  readonly channel: Channel;
  readonly onEdit: (channel: Channel) => void;
}) {
  const { channel, onEdit } = props;
  const trpc = useTRPC();
  const test = useMutation(trpc.alerts.testChannel.mutationOptions());
  const notice = useQuery(
    trpc.alerts.notice.queryOptions(
      { id: test.data?.noticeId ?? "0" },
      {
        enabled: test.data !== undefined,
        refetchInterval: (query) => (query.state.data?.endedAt ? false : LOOK_MS),
      },
    ),
  );
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-3 border-line px-3.5 py-2 not-last:border-b">
      <div className="min-w-0 flex-1">
        <b className="font-strong">{channel.name}</b> <Chip>{channel.kind}</Chip>
        <div className="mono truncate text-12 text-ink-3">{placeWords(channel)}</div>
      </div>
      <span role="status" className="max-w-90 text-12 text-ink-2">
        {test.isError && <span className="text-red">{messageOf(test.error)}</span>}
        {notice.data && (
          <span className={isFailing(notice.data) ? "text-red" : undefined}>
            {noticeWords(notice.data)}
          </span>
        )}
      </span>
      <Button size="sm" disabled={test.isPending} onClick={() => test.mutate({ id: channel.id })}>
        Send a test
      </Button>
      <Button
        size="sm"
        onClick={() => onEdit(channel)}
        aria-label={`Change channel ${channel.name}`}
      >
        Change
      </Button>
    </li>
  );
}

function placeWords({ kind, settings }: Channel): string {
  if (kind === "webhook") return String(settings.url);
  if (kind === "slack") return "its address is a secret";
  return `${String(settings.host)}:${String(settings.port)} to ${String(settings.to)}`;
}
