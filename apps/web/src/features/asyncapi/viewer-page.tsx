"use client";

import { paths } from "@/lib/paths.ts";
import { useUrlParams } from "@/lib/use-url-params.ts";
import { ButtonLink } from "@/ui/button.tsx";
import { PageTitle } from "@/ui/page-title.tsx";
import type { DocumentKind } from "./document.ts";

/**
 * A document in the official viewer of AsyncAPI, for people who know it from elsewhere. It runs in a frame without an origin:
 * see `viewer-frame.ts`.
 */
export function ViewerPage({ kind, name }: { readonly kind: DocumentKind; readonly name: string }) {
  const url = useUrlParams();
  const version = Number(url.get("version")) || undefined;
  return (
    <>
      <PageTitle
        title={name}
        sub="The whole document, in the official viewer of AsyncAPI"
        actions={
          <ButtonLink glyph="left" href={paths.asyncapiDocument(kind, name, { version })}>
            Pages
          </ButtonLink>
        }
      />
      <iframe
        title="AsyncAPI viewer"
        sandbox="allow-scripts allow-popups"
        src={paths.asyncapiFrame(kind, name, { version })}
        className="min-h-[80vh] w-full flex-1 rounded-3 border border-line bg-white"
      />
    </>
  );
}
