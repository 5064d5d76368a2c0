"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { QueryView } from "@/trpc/query-view.tsx";
import { useTRPC } from "@/trpc/react.tsx";
import { Card, CardHeader } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { Glyph } from "@/ui/glyph.tsx";
import { PageTitle } from "@/ui/page-title.tsx";
import { TONE_TEXT } from "@/ui/state-table.ts";
import { type AnswerGroup, type AnswerItem, toGroups } from "./palette-answer.ts";

/** Everything that a text may mean; the same answers as the palette, on a page that can be linked to. */
export function SearchPage({ text }: { readonly text: string }) {
  const trpc = useTRPC();
  const query = useQuery(trpc.search.all.queryOptions({ text }));
  return (
    <>
      <PageTitle title="Search" sub={text === "" ? "Nothing was asked." : `for “${text}”`} />
      <QueryView query={query} what="matches" consequence="There may be matches.">
        {(answer) => {
          const groups = toGroups(answer);
          if (groups.length === 0) return <NothingFound text={text} />;
          return groups.map((group) => <Hits key={group.title} group={group} />);
        }}
      </QueryView>
    </>
  );
}

function NothingFound({ text }: { readonly text: string }) {
  return (
    <Card>
      <EmptyState
        title={text === "" ? "Type an order's number." : `Nothing is called “${text}”.`}
        because="filtered"
      >
        Subjects, envelope ids, correlation ids, dead letters, types and machines are searched.
      </EmptyState>
    </Card>
  );
}

function Hits({ group }: { readonly group: AnswerGroup }) {
  return (
    <Card label={group.title}>
      <CardHeader title={group.title} sub={group.note} />
      <ul>
        {group.items.map((item) => (
          <li key={item.id} className="border-line not-last:border-b">
            <HitLink item={item} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function HitLink({ item }: { readonly item: AnswerItem }) {
  return (
    <Link href={item.href} className="flex items-center gap-2.5 px-3.5 py-1.5 hover:bg-surface-2">
      <Glyph name={item.glyph} className={item.tone ? TONE_TEXT[item.tone] : "text-ink-2"} />
      <span className="min-w-0 flex-1">
        <b className="block truncate font-strong">{item.title}</b>
        <span className="block truncate text-12 text-ink-2">{item.subtitle}</span>
      </span>
      {item.aside && <span className="text-11 text-ink-3">{item.aside}</span>}
    </Link>
  );
}
