"use client";

import { InstancePreview } from "./components/instance-preview.tsx";

const INSTANCE = /^instance ([^/]+)\/(.+)$/s;

/** What stands beside the palette's current line: for an order how it stands, for other things their whole name. */
export function HitPreview({
  item,
}: {
  readonly item: { readonly id: string; readonly title: string; readonly subtitle?: string };
}) {
  const [, machineId, subject] = INSTANCE.exec(item.id) ?? [];
  if (machineId && subject) {
    return <InstancePreview key={item.id} machineId={machineId} subject={subject} />;
  }
  return (
    <>
      <p className="mono text-14 font-semibold break-all">{item.title}</p>
      {item.subtitle && <p className="mt-1 text-12 break-words text-ink-2">{item.subtitle}</p>}
    </>
  );
}
