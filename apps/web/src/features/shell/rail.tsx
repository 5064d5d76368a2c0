"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { cx } from "../../lib/cx.ts";
import { formatCount } from "../../lib/format-number.ts";
import { Glyph } from "../../ui/glyph.tsx";
import { Brand } from "./brand.tsx";
import { isCurrent, type NavEntry, type ShellUser } from "./nav-entry.ts";
import { ThemeSwitch } from "./theme-switch.tsx";
import { UserMenu } from "./user-menu.tsx";

/** What stands at the left of every page. */
export interface RailProps {
  readonly project: { readonly name: string; readonly environment?: string };
  readonly nav: readonly NavEntry[];
  readonly user: ShellUser;
  readonly onKeys: () => void;
  readonly onSignOut?: () => void;
}

/** Brand, project, places, theme and person. It shrinks to its glyphs under 1280 px. */
export function Rail({ project, nav, user, onKeys, onSignOut }: RailProps) {
  const main = nav.filter((entry) => entry.group !== "more");
  const more = nav.filter((entry) => entry.group === "more");
  return (
    <aside className="flex min-h-0 flex-col border-r border-line bg-bg px-2.5 pt-2.5 pb-2">
      <Brand />
      <ProjectName {...project} />
      <nav aria-label="Main" className="flex flex-col gap-px overflow-y-auto">
        {main.map((entry) => (
          <NavLink key={entry.href} entry={entry} />
        ))}
        {more.length > 0 && <div className="m-2 h-px flex-none bg-line" role="presentation" />}
        {more.map((entry) => (
          <NavLink key={entry.href} entry={entry} />
        ))}
      </nav>
      <div className="mt-auto pt-2">
        <ThemeSwitch />
        <UserMenu
          user={user}
          auditHref={nav.find((entry) => entry.glyph === "audit")?.href}
          onKeys={onKeys}
          onSignOut={onSignOut}
        />
      </div>
    </aside>
  );
}

function ProjectName({ name, environment }: RailProps["project"]) {
  return (
    <div
      title={[name, environment].filter(Boolean).join(" ")}
      className="mt-2.5 mb-3 flex h-8.5 flex-none items-center gap-2 rounded-2 border border-line-strong bg-surface px-2 shadow-1 max-wide:justify-center max-wide:px-0"
    >
      <span className="size-2 flex-none rounded-[2px] bg-ink-2" />
      <span className="min-w-0 flex-1 truncate max-wide:sr-only">
        <b className="font-strong">{name}</b>
        {environment && <small className="ml-1 text-11 text-ink-3">{environment}</small>}
      </span>
    </div>
  );
}

function NavLink({ entry }: { readonly entry: NavEntry }) {
  const current = isCurrent(entry, usePathname());
  return (
    <Link
      href={entry.href}
      title={entry.label}
      aria-current={current ? "page" : undefined}
      className={cx(
        "relative flex h-7.5 flex-none items-center gap-[9px] rounded-2 px-2 hover:bg-surface-3",
        current ? "bg-surface-3 font-strong text-ink" : "font-book text-ink-2",
      )}
    >
      <Glyph name={entry.glyph} />
      <span className="truncate max-wide:sr-only">{entry.label}</span>
      {entry.count !== undefined && <NavCount count={entry.count} bad={entry.tone === "bad"} />}
    </Link>
  );
}

function NavCount({ count, bad }: { readonly count: number; readonly bad: boolean }) {
  return (
    <>
      <span
        className={cx(
          "ml-auto text-11 max-wide:sr-only",
          bad ? "font-strong text-red" : "text-ink-3",
        )}
      >
        {formatCount(count)}
      </span>
      {bad && count > 0 && (
        <i className="absolute top-1 right-1 size-1.5 rounded-full bg-red wide:hidden" />
      )}
    </>
  );
}
