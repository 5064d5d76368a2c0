import Link from "next/link";
import type { ReactNode } from "react";
import { formatCount, formatPlural } from "@/lib/format-number.ts";
import { paths } from "@/lib/paths.ts";
import { ButtonLink, IconButton } from "@/ui/button.tsx";
import { Card, CardHeader, Label } from "@/ui/card.tsx";
import { Time } from "@/ui/time.tsx";
import {
  type ChoreographyView,
  hoursCounted,
  type MapLink,
  type MapNode,
  NODE_KINDS,
  nameOf,
  rateWords,
} from "../choreography.ts";

/** One place: what it takes, what it says, and where to go from it. */
export function PlaceCard(props: {
  readonly data: ChoreographyView;
  readonly place: MapNode;
  readonly onClose: () => void;
  readonly onSelect: (id: string) => void;
}) {
  const { data, place, onClose, onSelect } = props;
  const hours = hoursCounted(data, Date.now());
  const takes = data.links.filter(({ to }) => to === place.id);
  const says = data.links.filter(({ from }) => from === place.id);
  return (
    <Card label={`Selected: ${place.name}`} className="flex-none">
      <CardHeader
        title={<span className="mono">{place.name}</span>}
        sub={NODE_KINDS[place.kind].words}
      >
        <IconButton glyph="x" label="Close" onClick={onClose} />
      </CardHeader>
      {place.kind === "machine" && (
        <div className="flex flex-wrap gap-2 border-b border-line px-3.5 py-2.5">
          <ButtonLink size="sm" glyph="instances" href={paths.instances({ machine: place.name })}>
            {formatPlural(place.active ?? 0, "instance")} in flight
          </ButtonLink>
          <ButtonLink size="sm" glyph="asyncapi" href={paths.asyncapiOf(place.name)}>
            AsyncAPI
          </ButtonLink>
          {place.openLetters > 0 && (
            <ButtonLink size="sm" glyph="st-dead" href={paths.deadLetters({ machine: place.name })}>
              {formatPlural(place.openLetters, "letter")}
            </ButtonLink>
          )}
        </div>
      )}
      <Links title="Takes" links={takes} place={place} hours={hours}>
        {(link) => <PlaceLink data={data} id={link.from} word="from" onSelect={onSelect} />}
      </Links>
      <Links title="Says" links={says} place={place} hours={hours}>
        {(link) => <PlaceLink data={data} id={link.to} word="to" onSelect={onSelect} />}
      </Links>
    </Card>
  );
}

function Links(props: {
  readonly title: string;
  readonly links: readonly MapLink[];
  readonly place: MapNode;
  readonly hours: number;
  readonly children: (link: MapLink) => ReactNode;
}) {
  if (props.links.length === 0) return null;
  return (
    <div className="px-3.5 py-2.5 not-last:border-b not-last:border-line">
      <Label>{props.title}</Label>
      <ul>
        {props.links.map((link) => (
          <li key={`${link.from} ${link.to} ${link.topic} ${link.type}`} className="py-1 text-12">
            <div className="flex items-baseline gap-2">
              <TypeName link={link} place={props.place} />
              <span className="flex-none">
                {[formatCount(link.count), rateWords(link.count, props.hours)]
                  .filter(Boolean)
                  .join(", ")}
              </span>
            </div>
            <div className="flex items-baseline gap-2 text-ink-3">
              <span className="min-w-0 flex-1 truncate">{props.children(link)}</span>
              <span className="flex-none">
                {link.openLetters > 0 && (
                  <span className="text-red">{formatPlural(link.openLetters, "letter")}, </span>
                )}
                {link.lastAt === null ? "not seen lately" : <Time at={link.lastAt} show="age" />}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A machine's types lead to what its document says of them. */
function TypeName({ link, place }: { readonly link: MapLink; readonly place: MapNode }) {
  const { type, topic } = link;
  const common = { title: `${type} on ${topic}`, className: "mono min-w-0 flex-1 truncate" };
  if (place.kind !== "machine") return <span {...common}>{type}</span>;
  return (
    <span {...common}>
      <Link
        href={paths.asyncapiDocument("machine", place.name, { q: type })}
        className="underline decoration-line-strong underline-offset-2 hover:decoration-ink"
      >
        {type}
      </Link>
    </span>
  );
}

function PlaceLink(props: {
  readonly data: ChoreographyView;
  readonly id: string;
  readonly word: string;
  readonly onSelect: (id: string) => void;
}) {
  return (
    <>
      {props.word}{" "}
      <button
        type="button"
        className="text-ink-2 underline decoration-line-strong underline-offset-2 hover:text-ink"
        onClick={() => props.onSelect(props.id)}
      >
        {nameOf(props.data.nodes, props.id)}
      </button>
    </>
  );
}
