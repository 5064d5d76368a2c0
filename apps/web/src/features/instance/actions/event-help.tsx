import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/trpc/react.tsx";
import { Button } from "@/ui/button.tsx";
import { payloadSkeleton } from "./payload-skeleton.ts";

const FIELDS_SHOWN = 12;

const ORIGINS = {
  declared: "as its schema declares",
  inferred: "inferred from real envelopes; nobody declared it",
  named: "the chart names the fields, not their types",
  any: "",
} as const;

/** What the machine's AsyncAPI document says that an event carries, and a payload to start from. */
export function EventHelp(props: {
  readonly machineId: string;
  readonly event: string;
  readonly onFill: (payload: string) => void;
}) {
  const { machineId, event, onFill } = props;
  const trpc = useTRPC();
  const document = useQuery(trpc.asyncapi.get.queryOptions({ kind: "machine", name: machineId }));
  if (document.isPending) return <p className="text-12 text-ink-3">Reading what it carries…</p>;
  if (document.isError) {
    return <p className="text-12 text-ink-3">What it carries could not be read.</p>;
  }
  const message = document.data.messages.find(
    (one) => one.direction === "receives" && (one.event === event || one.type === event),
  );
  if (!message || message.data.fields.length === 0) {
    return <p className="text-12 text-ink-3">Nobody says what {event} carries.</p>;
  }
  const { fields, origin } = message.data;
  const top = fields.filter(({ depth }) => depth === 0);
  return (
    <section aria-label={`What ${event} carries`} className="rounded-2 bg-surface-2 px-3 py-2">
      <div className="flex items-center gap-2">
        <h3 className="min-w-0 flex-1 text-12">
          <b className="font-strong">What it carries</b>{" "}
          <span className="text-ink-3">{ORIGINS[origin]}</span>
        </h3>
        <Button size="sm" onClick={() => onFill(payloadSkeleton(message))}>
          Fill in the fields
        </Button>
      </div>
      <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-12 leading-[19px]">
        {top.slice(0, FIELDS_SHOWN).map(({ path, name, type, isRequired, meaning }) => (
          <div key={path} className="contents">
            <dt className="mono">{name}</dt>
            <dd className="truncate text-ink-2" title={meaning}>
              {type}
              {isRequired ? "" : ", optional"}
              {meaning && <span className="text-ink-3">; {meaning}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {top.length > FIELDS_SHOWN && (
        <p className="text-12 text-ink-3">and {top.length - FIELDS_SHOWN} more fields</p>
      )}
    </section>
  );
}
