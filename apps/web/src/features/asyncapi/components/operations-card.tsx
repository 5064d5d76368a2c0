import type { ReactNode } from "react";
import { cx } from "@/lib/cx.ts";
import { formatCount, formatPlural } from "@/lib/format-number.ts";
import { useKeys } from "@/lib/keys/use-keys.ts";
import { Card, CardHeader } from "@/ui/card.tsx";
import { FilterInput } from "@/ui/filter-input.tsx";
import { Glyph } from "@/ui/glyph.tsx";
import type { GlyphName } from "@/ui/glyph-shapes.tsx";
import {
  type Changes,
  changesOf,
  type Document,
  type Message,
  type Traffic,
  trafficOf,
  worstOf,
} from "../document.ts";
import { hashLink } from "../use-hash.ts";
import { ChangeMark } from "./change-mark.tsx";

interface OperationsProps {
  readonly document: Document;
  readonly changes: Changes | undefined;
  readonly found: readonly Message[];
  readonly traffic: Traffic | undefined;
  readonly text: string;
  readonly onText: (text: string | undefined) => void;
  readonly current: string | undefined;
}

const WAYS = { receives: "in", sends: "out" } as const satisfies Record<
  Message["direction"],
  string
>;

/** Everything a document names, to choose from: messages by direction, schemas, channels, servers. */
export function OperationsCard(props: OperationsProps) {
  const { document, changes, found, traffic, text, onText, current } = props;
  const receives = found.filter(({ direction }) => direction === "receives");
  const sends = found.filter(({ direction }) => direction === "sends");
  useMessageKeys(found, current);
  return (
    <Card label="Operations" className="flex min-h-0 flex-col overflow-hidden">
      <CardHeader title="Operations" sub={formatPlural(document.messages.length, "message")}>
        <span className="text-12 text-ink-3">{traffic?.isCut ? "lately" : "24 h"}</span>
      </CardHeader>
      <FilterInput
        value={text}
        onChange={onText}
        label="Search messages"
        placeholder="Search messages…"
        className="mx-3.5 mt-2.5 mb-1.5 flex-none"
      />
      <nav
        aria-label="Operations"
        className="min-h-0 flex-1 overflow-y-auto pb-2 max-narrow:max-h-72"
      >
        <Group glyph="enter" hue="text-teal" title="Receives" count={receives.length}>
          {receives.map((message) => (
            <MessageLink key={message.key} {...{ message, changes, traffic, current }} />
          ))}
        </Group>
        <Group glyph="send" hue="text-blue" title="Sends" count={sends.length}>
          {sends.map((message) => (
            <MessageLink key={message.key} {...{ message, changes, traffic, current }} />
          ))}
        </Group>
        <Group glyph="db" title="Schemas" count={Object.keys(document.schemas).length} isApart>
          {Object.keys(document.schemas).map((name) => (
            <Row
              key={name}
              name={name}
              href={hashLink(`schema.${name}`)}
              isCurrent={current === `schema.${name}`}
            />
          ))}
        </Group>
        <Group glyph="pipes" title="Channels" count={document.channels.length} isApart>
          {document.channels.map(({ key, address, directions }) => (
            <Row
              key={key}
              name={address ?? "no topic yet"}
              href={hashLink(`channel.${key}`)}
              isCurrent={current === `channel.${key}`}
              aside={directions.map((way) => WAYS[way]).join(" and ")}
            />
          ))}
        </Group>
        {document.servers.length > 0 && (
          <Group glyph="call" title="Servers" count={document.servers.length} isApart>
            {document.servers.map(({ name, protocol }) => (
              <Row
                key={name}
                name={name}
                href={hashLink(`server.${name}`)}
                isCurrent={current === `server.${name}`}
                aside={protocol}
              />
            ))}
          </Group>
        )}
      </nav>
    </Card>
  );
}

/** `j` and `k` go from message to message, as through the rows of any list. */
function useMessageKeys(found: readonly Message[], current: string | undefined): void {
  const move = (step: 1 | -1) => {
    const at = found.findIndex(({ key }) => key === current);
    const next = found[Math.min(found.length - 1, Math.max(0, at + step))];
    if (next) window.location.hash = hashLink(next.key);
  };
  useKeys([
    { keys: "j", label: "next message", group: "Lists", run: () => move(1) },
    { keys: "k", label: "previous message", group: "Lists", run: () => move(-1) },
  ]);
}

function Group(props: {
  readonly glyph: GlyphName;
  readonly hue?: string;
  readonly title: string;
  readonly count: number;
  readonly isApart?: boolean;
  readonly children: ReactNode;
}) {
  const { glyph, hue = "text-ink-2", title, count, isApart, children } = props;
  return (
    <section className={cx(isApart && "mt-2.5 border-t border-line")}>
      <h3 className="flex items-center gap-2 px-3.5 pt-2.5 pb-1 text-13 font-strong">
        <Glyph name={glyph} size="sm" className={hue} />
        {title}
        <span className="ml-auto text-12 font-normal text-ink-3">{count}</span>
      </h3>
      <ul>{children}</ul>
    </section>
  );
}

function MessageLink(props: {
  readonly message: Message;
  readonly changes: Changes | undefined;
  readonly traffic: Traffic | undefined;
  readonly current: string | undefined;
}) {
  const { message, changes, traffic, current } = props;
  const count = trafficOf(message, traffic)?.count ?? 0;
  return (
    <Row
      name={message.type}
      href={hashLink(message.key)}
      isCurrent={message.key === current}
      mark={<ChangeMark worst={worstOf(changesOf(message, changes))} />}
      aside={message.topic === null ? "no route" : traffic ? formatCount(count) : "…"}
    />
  );
}

function Row(props: {
  readonly name: string;
  readonly href: string;
  readonly isCurrent?: boolean;
  readonly mark?: ReactNode;
  readonly aside?: string;
}) {
  const { name, href, isCurrent, mark, aside } = props;
  return (
    <li>
      <a
        href={href}
        aria-current={isCurrent ? "true" : undefined}
        className={cx(
          "flex h-7 items-center gap-2 px-3.5 hover:bg-surface-2",
          isCurrent && "bg-surface-2 shadow-[inset_2px_0_0_var(--ink)]",
        )}
      >
        <span className="mono min-w-0 flex-1 truncate text-12" title={name}>
          {name}
        </span>
        {mark}
        {aside && <span className="flex-none text-11 text-ink-3">{aside}</span>}
      </a>
    </li>
  );
}
