"use client";

import type { ReactNode } from "react";
import { bannersOf } from "@/features/live/banners.tsx";
import { HitPreview } from "@/features/search/hit-preview.tsx";
import { usePalettePins } from "@/features/search/use-palette-pins.ts";
import { usePaletteSearch } from "@/features/search/use-palette-search.ts";
import { useRememberPlaces } from "@/features/search/use-places.ts";
import { AppShell, type AppShellProps } from "@/features/shell/app-shell.tsx";
import type { ShellUser } from "@/features/shell/nav-entry.ts";
import { signOut } from "@/features/sign-in/sign-in.ts";
import { useLiveState } from "@/trpc/live-provider.tsx";
import { useTRPC } from "@/trpc/react.tsx";
import { useLiveQuery } from "@/trpc/use-live-query.ts";
import { navEntries } from "./nav.ts";

const REFRESH_MS = 1_000; // counts in the rail are looked at from the corner of an eye

/** The shell with what it shows of the data: counts, liveness, search. */
export function ConsoleFrame(props: { readonly user: ShellUser; readonly children: ReactNode }) {
  const trpc = useTRPC();
  const { state, waiting, pause, resume } = useLiveState();
  const search = usePaletteSearch();
  useRememberPlaces();
  const { data: counts } = useLiveQuery(
    trpc.shell.counts.queryOptions(),
    { anyInstance: true, deadLetters: true, workers: true },
    { intervalMs: REFRESH_MS },
  );
  return (
    <AppShell
      project={{ name: projectName(counts?.projects) }}
      nav={navEntries(counts ?? {})}
      user={props.user}
      onSignOut={signOut}
      live={state}
      waiting={waiting}
      onToggleLive={state === "paused" ? resume : pause}
      search={search}
      renderPreview={renderPreview}
      usePins={usePalettePins}
      banner={bannersOf(state, counts?.workersAlive)}
    >
      {props.children}
    </AppShell>
  );
}

const renderPreview: NonNullable<AppShellProps["renderPreview"]> = (item) => (
  <HitPreview item={item} />
);

function projectName(projects: readonly string[] | undefined): string {
  if (!projects) return "…";
  if (projects.length > 1) return `${projects.length} projects`;
  return projects[0] ?? "no project yet";
}
