import { Card } from "@/ui/card.tsx";
import { Chip } from "@/ui/chip.tsx";
import { JsonView } from "@/ui/json-view.tsx";
import { Time } from "@/ui/time.tsx";
import {
  type Changes,
  type Document,
  type Message,
  madeExample,
  publishedWords,
  type Traffic,
  type TypeTraffic,
  trafficOf,
} from "../document.ts";
import { hashLink } from "../use-hash.ts";
import { Bindings } from "./channel-card.tsx";
import { CopyButton } from "./copy-button.tsx";
import { FieldsTable } from "./fields-table.tsx";

/** One message: what it is, what its data holds, and a real one. */
export function MessageCard(props: {
  readonly message: Message;
  readonly document: Document;
  readonly changes: Changes | undefined;
  readonly traffic: Traffic | undefined;
}) {
  const { message, document, changes, traffic } = props;
  const seen = trafficOf(message, traffic);
  return (
    <Card label="Message" className="flex min-h-0 flex-col overflow-hidden">
      <div className="flex-none border-b border-line px-3.5 py-3">
        <div className="flex items-center gap-2">
          <h2 className="mono min-w-0 truncate text-14 font-semibold" title={message.type}>
            {message.type}
          </h2>
          {message.direction === "sends" ? (
            <Chip glyph="send">sent</Chip>
          ) : (
            <Chip glyph="enter">received</Chip>
          )}
          <span className="ml-auto">
            <CopyLink name={message.key} />
          </span>
        </div>
        <Meaning message={message} isMachine={document.kind === "machine"} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <FieldsTable message={message} changes={changes} />
        <Example message={message} name={document.name} seen={seen} />
        <div className="px-3.5 pb-3">
          <Bindings bindings={message.bindings} />
        </div>
      </div>
    </Card>
  );
}

function CopyLink({ name }: { readonly name: string }) {
  const address =
    typeof window === "undefined"
      ? ""
      : `${window.location.origin}${window.location.pathname}${window.location.search}${hashLink(name)}`;
  return <CopyButton iconOnly glyph="link" label="Copy a link to this message" text={address} />;
}

function Meaning(props: { readonly message: Message; readonly isMachine: boolean }) {
  const { summary, topic, parties, contentType, data } = props.message;
  return (
    <p className="mt-0.5 text-12 leading-[19px] text-ink-2">
      {props.isMachine ? <ChartWords message={props.message} /> : summary && <>{summary} </>}
      {parties.length > 0 && <>By {parties.join(", ")}. </>}
      {topic !== null && (
        <>
          Topic <span className="mono">{topic}</span>,{" "}
        </>
      )}
      {data.isEnvelope ? "CloudEvents 1.0, JSON" : contentType || "no content type"}.
    </p>
  );
}

function ChartWords({ message }: { readonly message: Message }) {
  const { direction, event, publishedAt, topic } = message;
  if (direction === "sends") return <>Published {publishedAt.map(publishedWords).join("; ")}. </>;
  if (topic === null) return <>The chart understands it, but no route brings it. </>;
  return event === undefined ? null : (
    <>
      Becomes <span className="mono">{event}</span> in the chart.{" "}
    </>
  );
}

function Example(props: {
  readonly message: Message;
  readonly name: string;
  readonly seen: TypeTraffic | undefined;
}) {
  const { message, name, seen } = props;
  const [given] = message.examples;
  const declared = (given as { readonly payload?: unknown } | undefined)?.payload;
  const value = seen ? seen.example.value : (declared ?? madeExample(message, name));
  return (
    <section aria-label="Example" className="mt-1 border-t border-line px-3.5 py-2.5">
      <div className="mb-1 flex items-center gap-2">
        <h3 className="text-13 font-semibold">Example</h3>
        <span className="text-12 text-ink-3">
          {seen ? (
            <>
              the newest envelope, <Time at={seen.lastAt} />
            </>
          ) : (
            `${declared === undefined ? "made from the schema" : "from the document"}; none was seen lately`
          )}
        </span>
        {seen && seen.example.masked > 0 && (
          <Chip glyph="lock">{seen.example.masked} redacted</Chip>
        )}
        <span className="ml-auto">
          <CopyButton iconOnly label="Copy the example" text={JSON.stringify(value, null, 2)} />
        </span>
      </div>
      <JsonView value={value} widthMax={64} />
    </section>
  );
}
