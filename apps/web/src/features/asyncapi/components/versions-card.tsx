import Link from "next/link";
import { cx } from "@/lib/cx.ts";
import { paths } from "@/lib/paths.ts";
import { ButtonLink } from "@/ui/button.tsx";
import { Card, CardHeader } from "@/ui/card.tsx";
import { Chip } from "@/ui/chip.tsx";
import { Time } from "@/ui/time.tsx";
import type { Document } from "../document.ts";

const HASH_SHOWN = 8;

/** Every kept version of the document, the present one first; any of them can be compared with. */
export function VersionsCard(props: {
  readonly document: Document;
  /** The version that is compared with. */
  readonly since: number | undefined;
}) {
  const { versions, moreVersions, shown, kind, name } = props.document;
  const version = shown.isCurrent ? undefined : shown.documentId;
  return (
    <Card label="Versions" className="flex min-h-40 flex-none flex-col overflow-hidden wide:flex-1">
      <CardHeader title="Versions" sub={`${versions.length}${moreVersions ? " newest" : ""} kept`}>
        {kind === "machine" && (
          <ButtonLink kind="ghost" size="sm" after="arrow" href={paths.compare({ machine: name })}>
            Compare charts
          </ButtonLink>
        )}
      </CardHeader>
      <ol className="min-h-0 flex-1 overflow-y-auto text-12">
        {versions.map((each) => {
          const isShown = each.documentId === shown.documentId;
          return (
            <li key={each.documentId} className="flex items-center border-b border-line">
              <Link
                href={paths.asyncapiDocument(kind, name, {
                  version: each.isCurrent ? undefined : each.documentId,
                })}
                aria-current={isShown ? "true" : undefined}
                className={cx(
                  "flex min-w-0 flex-1 items-center gap-2 px-3.5 py-1.5 hover:bg-surface-2",
                  isShown && "bg-surface-2 shadow-[inset_2px_0_0_var(--ink)]",
                )}
              >
                <b className="font-strong">{each.version}</b>
                {each.structureHash !== null && (
                  <span className="mono text-ink-3">
                    {each.structureHash.replace(/^sha256:/, "").slice(0, HASH_SHOWN)}
                  </span>
                )}
                {each.isCurrent && <Chip>holds now</Chip>}
                <Time at={each.registeredAt} className="ml-auto text-ink-3" />
              </Link>
              {!isShown && (
                <Link
                  href={paths.asyncapiDocument(kind, name, { version, since: each.documentId })}
                  aria-current={each.documentId === props.since ? "true" : undefined}
                  aria-label={`Compare with version ${each.version}`}
                  className={cx(
                    "link px-2.5 py-1.5 text-11",
                    each.documentId === props.since && "font-strong",
                  )}
                >
                  {each.documentId === props.since ? "compared" : "compare"}
                </Link>
              )}
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
