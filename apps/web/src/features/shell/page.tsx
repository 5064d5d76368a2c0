"use client";

import Link from "next/link";
import { Fragment, type ReactNode } from "react";
import { cx } from "../../lib/cx.ts";
import { Glyph } from "../../ui/glyph.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { LiveDot } from "./live-dot.tsx";
import { useShell } from "./shell-context.ts";

/** One step of the way to this page; the last one has no link. */
export interface Crumb {
  readonly label: string;
  readonly href?: string;
}

/**
 * A page inside the shell: the bar with the way here, search and live dot, and under it the content.
 * `fit` keeps the page to one screen so that its panels scroll inside (from 1100 px up); `flow` lets it grow.
 */
export function Page(props: {
  readonly crumbs: readonly Crumb[];
  readonly layout?: "fit" | "flow";
  readonly children: ReactNode;
}) {
  return (
    <>
      <header className="sticky top-0 z-10 flex h-12 flex-none items-center gap-3 border-b border-line bg-bg pr-4 pl-5">
        <Crumbs crumbs={props.crumbs} />
        <SearchButton />
        <LiveDot />
      </header>
      <main
        id="content"
        className={cx(
          "flex flex-none flex-col gap-3.5 px-5 pt-4 pb-5",
          props.layout === "fit" &&
            "drawer:h-[852px] drawer:min-h-0 drawer:flex-[1_0_852px] drawer:overflow-hidden",
        )}
      >
        {props.children}
      </main>
    </>
  );
}

function Crumbs({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  return (
    <nav
      aria-label="Where you are"
      className="flex min-w-0 items-center gap-[7px] whitespace-nowrap text-ink-3"
    >
      {crumbs.map(({ label, href }, index) => (
        <Fragment key={`${href} ${label}`}>
          {index > 0 && <span aria-hidden="true">/</span>}
          {href ? (
            <Link href={href} className="text-ink-2 hover:text-ink">
              {label}
            </Link>
          ) : (
            <b aria-current="page" className="truncate font-strong text-ink">
              {label}
            </b>
          )}
        </Fragment>
      ))}
    </nav>
  );
}

function SearchButton() {
  const { openPalette } = useShell();
  return (
    <button
      type="button"
      onClick={openPalette}
      aria-keyshortcuts="Meta+K Control+K /"
      className="ml-auto flex h-7.5 w-84 min-w-0 flex-initial items-center gap-2 rounded-2 border border-line-strong bg-surface pr-1.5 pl-2.5 text-left text-ink-3 hover:border-line-control"
    >
      <Glyph name="search" size="sm" />
      <span className="sr-only">Search</span>
      <span className="min-w-0 flex-1 truncate">Order, envelope, correlation, type…</span>
      <Kbd keys="Meta K" />
    </button>
  );
}
