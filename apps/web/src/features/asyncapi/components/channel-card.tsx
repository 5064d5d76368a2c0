import { Card, CardHeader } from "@/ui/card.tsx";
import { JsonView } from "@/ui/json-view.tsx";
import type { Document } from "../document.ts";
import { hashLink } from "../use-hash.ts";

/** One channel: what passes through it, which way, and how it stands on its broker. */
export function ChannelCard(props: {
  readonly channel: Document["channels"][number];
  readonly document: Document;
}) {
  const { channel, document } = props;
  const passing = document.messages.filter((message) => message.channel === channel.key);
  return (
    <Card label="Channel" className="flex min-h-0 flex-col overflow-hidden">
      <CardHeader
        title={<span className="mono">{channel.address ?? "no topic yet"}</span>}
        sub="Channel"
      />
      <div className="min-h-0 flex-1 overflow-y-auto px-3.5 py-3 text-13">
        {channel.description && <p className="text-ink-2">{channel.description}</p>}
        <h3 className="pt-3 pb-1 font-semibold">Messages</h3>
        <ul className="text-12">
          {passing.map((message) => (
            <li key={message.key} className="flex items-center gap-2 py-0.5">
              <span className="w-14 flex-none text-ink-3">
                {message.direction === "sends" ? "sends" : "receives"}
              </span>
              <a className="mono link break-all" href={hashLink(message.key)}>
                {message.type}
              </a>
            </li>
          ))}
        </ul>
        <Bindings bindings={channel.bindings} />
      </div>
    </Card>
  );
}

/** How something stands on a broker, by protocol; nothing where the document does not say. */
export function Bindings({
  bindings,
}: {
  readonly bindings: Document["channels"][number]["bindings"];
}) {
  if (Object.keys(bindings).length === 0) return null;
  return (
    <section aria-label="Bindings">
      <h3 className="pt-3 pb-1 text-13 font-semibold">On its broker</h3>
      <JsonView value={bindings} widthMax={64} />
    </section>
  );
}
