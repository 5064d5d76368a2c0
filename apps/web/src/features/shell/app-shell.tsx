"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useMemo, useState } from "react";
import { useKeys } from "../../lib/keys/use-keys.ts";
import { useTheme, useThemeSync } from "../../lib/theme/use-theme.ts";
import { KeysDialog } from "./keys-dialog.tsx";
import type { NavEntry } from "./nav-entry.ts";
import { Palette, type PaletteProps } from "./palette/palette.tsx";
import { Rail, type RailProps } from "./rail.tsx";
import { type LiveState, ShellContext } from "./shell-context.ts";

/** What the route's layout gives to the shell; it knows no data of its own. */
export interface AppShellProps extends Omit<RailProps, "onKeys"> {
  readonly live: LiveState;
  /** Pauses or follows again; without it the live dot is no button. */
  readonly onToggleLive?: () => void;
  /** What changed while it was paused, in words. */
  readonly waiting?: readonly string[];
  readonly search: PaletteProps["search"];
  readonly renderPreview?: PaletteProps["renderPreview"];
  readonly usePins?: PaletteProps["usePins"];
  /** Banners that every page shows: no worker alive, stream broken. */
  readonly banner?: ReactNode;
  readonly children: ReactNode;
}

/** The frame around every signed-in page: rail, keys, palette. Pages stand inside as {@link Page}. */
export function AppShell(props: AppShellProps) {
  const { live, onToggleLive, waiting, search, renderPreview, usePins, banner, children, ...rail } =
    props;
  const [open, setOpen] = useState<"palette" | "keys">();
  const close = () => setOpen(undefined);
  useThemeSync();
  useShellKeys(props.nav, setOpen);
  const shell = useMemo(
    () => ({ live, onToggleLive, waiting, openPalette: () => setOpen("palette") }),
    [live, onToggleLive, waiting],
  );
  return (
    <ShellContext value={shell}>
      <a
        href="#content"
        className="absolute top-2 left-2 z-50 -translate-y-16 rounded-2 bg-solid px-3 py-1.5 text-on-solid focus:translate-y-0"
      >
        Skip to the content
      </a>
      <div className="grid h-dvh grid-cols-[52px_minmax(0,1fr)] overflow-hidden wide:grid-cols-[196px_minmax(0,1fr)]">
        <Rail {...rail} onKeys={() => setOpen("keys")} />
        <div className="flex min-h-0 min-w-0 flex-col overflow-auto">
          {banner && <div className="flex flex-none flex-col gap-2 px-5 pt-3">{banner}</div>}
          {children}
        </div>
      </div>
      <Palette
        open={open === "palette"}
        onClose={close}
        search={search}
        places={props.nav}
        renderPreview={renderPreview}
        usePins={usePins}
      />
      <KeysDialog open={open === "keys"} onClose={close} />
    </ShellContext>
  );
}

function useShellKeys(nav: readonly NavEntry[], setOpen: (what: "palette" | "keys") => void) {
  const router = useRouter();
  const { nextTheme } = useTheme();
  const palette = () => setOpen("palette");
  useKeys([
    { keys: "Mod+k", label: "search", group: "Everywhere", run: palette },
    { keys: "/", label: "search", group: "Everywhere", run: palette },
    { keys: "t", label: "next theme", group: "Everywhere", run: nextTheme },
    { keys: "?", label: "all keys", group: "Everywhere", run: () => setOpen("keys") },
    ...nav.flatMap(({ key, href, label }) =>
      key ? [{ keys: `g ${key}`, label, group: "Go to", run: () => router.push(href) }] : [],
    ),
  ]);
}
