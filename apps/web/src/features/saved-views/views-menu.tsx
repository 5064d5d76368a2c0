"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { cutWords } from "@/lib/cut-words.ts";
import { sentence } from "@/lib/sentence.ts";
import { messageOf } from "@/trpc/query-view.tsx";
import { Label } from "@/ui/card.tsx";
import { Menu, MenuSeparator } from "@/ui/menu.tsx";
import { SaveViewForm } from "./save-view-form.tsx";
import { useViews, type ViewPage } from "./use-views.ts";
import { ViewLine } from "./view-line.tsx";
import { viewQueryOf } from "./view-query.ts";

const BUTTON =
  "inline-flex h-7.5 cursor-pointer items-center rounded-2 border border-line-strong bg-surface px-[11px] font-medium shadow-1 hover:bg-surface-2";

/** The views of a page: one's own, everyone's, and keeping the present one under a name. */
export function ViewsMenu({ page }: { readonly page: ViewPage }) {
  const pathname = usePathname();
  const query = viewQueryOf(useSearchParams().toString());
  const views = useViews(page);
  const data = views.views.data;
  const known = data?.views;
  const current = known?.find((view) => view.query === query);
  const groups = [
    { title: "Yours", of: known?.filter((view) => !view.shared) ?? [] },
    { title: "Everyone's", of: known?.filter((view) => view.shared) ?? [] },
  ].filter(({ of }) => of.length > 0);
  return (
    <Menu
      button={current ? `View: ${current.name}` : "Views"}
      buttonClassName={BUTTON}
      align="right"
      stays
    >
      {views.views.isError && (
        <p role="alert" className="px-[9px] py-1.5 text-12 text-red">
          The views could not be read: {messageOf(views.views.error)}. There may be views.
        </p>
      )}
      {groups.map(({ title, of }) => (
        <div key={title} className="mb-1">
          <Label className="px-[9px] pt-1 pb-0.5">{title}</Label>
          <ul aria-label={title} className="max-h-56 overflow-y-auto">
            {of.map((view) => (
              <ViewLine
                key={view.id}
                view={view}
                href={view.query === "" ? pathname : `${pathname}?${view.query}`}
                current={view === current}
                onRemove={
                  views.mayRemove(view) ? () => views.remove.mutate({ id: view.id }) : undefined
                }
              />
            ))}
          </ul>
        </div>
      ))}
      {data !== undefined && data.count > data.views.length && (
        <p className="px-[9px] pb-1 text-12 text-ink-3">
          {sentence(
            cutWords({ which: "first", shown: data.views.length, of: data.count, what: "views" }),
          )}
          .
        </p>
      )}
      {views.remove.isError && (
        <p role="alert" className="px-[9px] pb-1 text-12 text-red">
          {messageOf(views.remove.error)}
        </p>
      )}
      {groups.length > 0 && <MenuSeparator />}
      <SaveViewForm page={page} query={query} views={views} />
    </Menu>
  );
}
