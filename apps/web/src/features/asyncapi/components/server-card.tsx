import { Card, CardHeader } from "@/ui/card.tsx";
import type { Document } from "../document.ts";

/** One broker of a document. */
export function ServerCard({ server }: { readonly server: Document["servers"][number] }) {
  const { name, host, protocol, description } = server;
  return (
    <Card label="Server" className="flex min-h-0 flex-col overflow-hidden">
      <CardHeader title={<span className="mono">{name}</span>} sub="Server" />
      <dl className="grid grid-cols-[100px_minmax(0,1fr)] gap-y-1.5 px-3.5 py-3 text-13">
        <dt className="text-ink-3">Host</dt>
        <dd className="mono break-all">{host}</dd>
        <dt className="text-ink-3">Protocol</dt>
        <dd className="mono">{protocol}</dd>
        {description && (
          <>
            <dt className="text-ink-3">What it is</dt>
            <dd>{description}</dd>
          </>
        )}
      </dl>
    </Card>
  );
}
