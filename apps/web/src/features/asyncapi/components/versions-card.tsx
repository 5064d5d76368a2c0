import Link from "next/link";
import { cx } from "@/lib/cx.ts";
import { paths } from "@/lib/paths.ts";
import { Card, CardHeader } from "@/ui/card.tsx";
import { Chip } from "@/ui/chip.tsx";
import { Time } from "@/ui/time.tsx";
import type { Document } from "../document.ts";

const HASH_SHOWN = 8;

/** Every registered version of the machine, the newest first. */
export function VersionsCard({ document }: { readonly document: Document }) {
  const { versions, moreVersions, shown, machineId } = document;
  return (
    <Card label="Versions" className="flex min-h-0 flex-col overflow-hidden wide:flex-1">
      <CardHeader
        title="Versions"
        sub={`${versions.length}${moreVersions ? " newest" : ""} registered`}
      />
      <ol className="min-h-0 flex-1 overflow-y-auto text-12">
        {versions.map(({ chartId, version, structureHash, registeredAt, isCurrent }) => (
          <li key={chartId} className="border-b border-line">
            <Link
              href={`${paths.asyncapiOf(machineId)}${isCurrent ? "" : `?version=${chartId}`}`}
              aria-current={chartId === shown.chartId ? "true" : undefined}
              className={cx(
                "flex items-center gap-2 px-3.5 py-1.5 hover:bg-surface-2",
                chartId === shown.chartId && "bg-surface-2 shadow-[inset_2px_0_0_var(--ink)]",
              )}
            >
              <b className="font-strong">{version}</b>
              <span className="mono text-ink-3">
                {structureHash.replace(/^sha256:/, "").slice(0, HASH_SHOWN)}
              </span>
              {isCurrent && <Chip>runs now</Chip>}
              <Time at={registeredAt} className="ml-auto text-ink-3" />
            </Link>
          </li>
        ))}
      </ol>
    </Card>
  );
}
