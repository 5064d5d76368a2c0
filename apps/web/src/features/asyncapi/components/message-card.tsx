import { Card } from "@/ui/card.tsx";
import { Chip } from "@/ui/chip.tsx";
import { JsonInline, JsonView } from "@/ui/json-view.tsx";
import { Table, Td, Th, Tr } from "@/ui/table.tsx";
import { Time } from "@/ui/time.tsx";
import {
  type Document,
  type Message,
  madeExample,
  publishedWords,
  type Traffic,
  type TypeTraffic,
  trafficOf,
} from "../document.ts";
import { hashLink } from "../use-hash.ts";
import { CopyButton } from "./copy-button.tsx";

/** One message: what it is, what its data holds, and a real one. */
export function MessageCard(props: {
  readonly message: Message;
  readonly document: Document;
  readonly traffic: Traffic | undefined;
}) {
  const { message, document, traffic } = props;
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
        <Meaning message={message} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <Fields message={message} seen={seen} />
        <Example message={message} machineId={document.machineId} seen={seen} />
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

function Meaning({ message }: { readonly message: Message }) {
  const { direction, event, topic, publishedAt } = message;
  return (
    <p className="mt-0.5 text-12 leading-[19px] text-ink-2">
      {direction === "sends" ? (
        <>Published {publishedAt.map(publishedWords).join("; ")}. </>
      ) : event === undefined ? (
        <>The chart understands it, but no route brings it. </>
      ) : (
        <>
          Becomes <span className="mono">{event}</span> in the chart.{" "}
        </>
      )}
      {topic !== null && (
        <>
          Topic <span className="mono">{topic}</span>,{" "}
        </>
      )}
      CloudEvents 1.0, JSON.
    </p>
  );
}

function Fields(props: { readonly message: Message; readonly seen: TypeTraffic | undefined }) {
  const { message, seen } = props;
  const data = dataOf(seen);
  const names = message.fields ?? Object.keys(data);
  const isDeclared = message.fields !== undefined;
  return (
    <section aria-label="Data">
      <h3 className="px-3.5 pt-2.5 pb-1 text-13 font-semibold">
        Data{" "}
        <span className="text-12 font-normal text-ink-3">
          {isDeclared
            ? "fields that the chart declares"
            : names.length > 0
              ? "the chart declares none; these were seen in the newest envelope"
              : "any object: the chart declares no field"}
        </span>
      </h3>
      {names.length > 0 && (
        <Table caption="Fields of the data">
          <thead>
            <tr>
              <Th>Field</Th>
              <Th>Type</Th>
              <Th>In the newest envelope</Th>
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <Tr key={name}>
                <Td className="mono font-strong">{name}</Td>
                <Td className="mono text-ink-2">{name in data ? typeWord(data[name]) : "any"}</Td>
                <Td className="max-w-0 w-full truncate">
                  {name in data ? (
                    <JsonInline value={data[name]} />
                  ) : (
                    <span className="text-ink-3">{seen ? "absent" : "not seen yet"}</span>
                  )}
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}

function dataOf(seen: TypeTraffic | undefined): Readonly<Record<string, unknown>> {
  const data = (seen?.example.value as { readonly data?: unknown } | null | undefined)?.data;
  return typeof data === "object" && data !== null && !Array.isArray(data)
    ? (data as Readonly<Record<string, unknown>>)
    : {};
}

function typeWord(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function Example(props: {
  readonly message: Message;
  readonly machineId: string;
  readonly seen: TypeTraffic | undefined;
}) {
  const { message, machineId, seen } = props;
  const value = seen ? seen.example.value : madeExample(message, machineId);
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
            "made from the schema; none was seen lately"
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
