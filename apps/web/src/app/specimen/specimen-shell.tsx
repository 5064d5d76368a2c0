"use client";

import type { ReactNode } from "react";
import { AppShell } from "@/features/shell/app-shell.tsx";
import type { NavEntry } from "@/features/shell/nav-entry.ts";
import type { PaletteItem, PaletteResults } from "@/features/shell/palette/palette-results.ts";
import { StateChip } from "@/ui/chip.tsx";

const NAV: readonly NavEntry[] = [
  { href: "/specimen", label: "Overview", glyph: "overview", key: "o" },
  {
    href: "/specimen/states",
    label: "Instances",
    glyph: "instances",
    key: "i",
    count: 1284,
  },
  { href: "/specimen/conversation", label: "Conversations", glyph: "conversation", key: "c" },
  {
    href: "/specimen/charts",
    label: "Dead letters",
    glyph: "letter",
    key: "d",
    count: 278,
    tone: "bad",
  },
  { href: "/specimen/elk", label: "AsyncAPI", glyph: "asyncapi", key: "a" },
  { href: "/specimen/audit", label: "Audit", glyph: "audit", group: "more" },
];

const FOUND: readonly PaletteItem[] = [
  {
    id: "1",
    title: "order-42",
    subtitle: "fulfil v3, compensating.reserve",
    glyph: "st-compensating",
    tone: "violet",
    aside: "exact",
    href: "/specimen/charts",
  },
  {
    id: "2",
    title: "order-420",
    subtitle: "fulfil v3, completed",
    glyph: "st-done",
    tone: "green",
    aside: "yesterday",
    href: "/specimen/charts",
  },
];

async function search(query: string): Promise<PaletteResults> {
  const items = FOUND.filter((item) => item.title.includes(query));
  return {
    found: items.length + 1,
    tookMs: 38,
    groups: [
      { title: "Orders", note: "business key", items },
      {
        title: "Conversations",
        items: [
          {
            id: "3",
            title: "order-42",
            code: "c-7f31e0",
            subtitle: "228 envelopes in 4 services",
            glyph: "conversation",
            aside: "19 s",
            href: "/specimen/conversation",
          },
        ],
      },
    ],
  };
}

function preview(item: PaletteItem) {
  return (
    <div className="flex">
      <span className="mono text-[15px] font-strong">{item.title}</span>
      <StateChip state="compensating" className="ml-auto" />
    </div>
  );
}

/** The shell around the specimens, with what a real layout would read from the server. */
export function SpecimenShell({ children }: { readonly children: ReactNode }) {
  return (
    <AppShell
      project={{ name: "shop", environment: "production" }}
      nav={NAV}
      user={{ name: "Mara Kovač", email: "mara@shop.example", role: "operator" }}
      live="live"
      onToggleLive={() => {}}
      onSignOut={() => {}}
      search={search}
      renderPreview={preview}
    >
      {children}
    </AppShell>
  );
}
