"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTRPC } from "@/trpc/react.tsx";
import { Card } from "@/ui/card.tsx";
import { Glyph } from "@/ui/glyph.tsx";
import { PageTitle } from "@/ui/page-title.tsx";
import { SETTINGS_ENTRIES } from "./settings-entries.ts";

/** Every page of the settings; those that a role may not open say so. */
export function SettingsIndex() {
  const trpc = useTRPC();
  const me = useQuery(trpc.session.me.queryOptions());
  const may = (needs: string | undefined) =>
    needs === undefined || me.data?.permissions.some((each) => each === needs) !== false;
  return (
    <>
      <PageTitle title="Settings" />
      <Card label="Settings" className="max-w-180">
        <ul>
          {SETTINGS_ENTRIES.map(({ href, label, says, glyph, needs }) => (
            <li key={href} className="border-line not-first:border-t">
              <Link
                href={href}
                className="flex items-center gap-3 px-3.5 py-2.5 hover:bg-surface-2"
              >
                <Glyph name={glyph} className="text-ink-2" />
                <span className="min-w-0 flex-1">
                  <b className="block font-strong">{label}</b>
                  <span className="text-12 text-ink-3">{says}</span>
                </span>
                {!may(needs) && <span className="text-12 text-ink-3">not for your role</span>}
                <Glyph name="right" size="sm" className="text-ink-3" />
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
}
