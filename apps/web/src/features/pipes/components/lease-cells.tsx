import { formatDuration } from "@/lib/format-duration.ts";
import { Td } from "@/ui/table.tsx";
import { type Lease, tokensInWords, workerName } from "../pipes.ts";

/** More holders than these are told as a number. */
const SHOWN = 3;

/** Two cells: who holds the lanes, under which fence tokens, and how long the leases last unless they are renewed. */
export function LeaseCells(props: { readonly leases: readonly Lease[]; readonly now: Date }) {
  const { leases, now } = props;
  const shown = leases.slice(0, SHOWN);
  const more = leases.length - shown.length;
  if (leases.length === 0) {
    return (
      <>
        <Td className="text-amber">nobody</Td>
        <Td className="text-ink-3 max-drawer:hidden">none</Td>
      </>
    );
  }
  return (
    <>
      <Td className="py-1">
        {shown.map((lease) => (
          <div key={lease.owner} className="mono" title={`${lease.owner}, ${lease.shards} shards`}>
            {workerName(lease.owner)} <span className="text-ink-3">{tokensInWords(lease)}</span>
          </div>
        ))}
        {more > 0 && <div className="text-ink-3">and {more} more</div>}
      </Td>
      <Td className="py-1 max-drawer:hidden">
        {shown.map(({ owner, leasedUntil }) => (
          <div key={owner} className="tabular-nums">
            {formatDuration(leasedUntil.getTime() - now.getTime())}
          </div>
        ))}
        {more > 0 && <div>&nbsp;</div>}
      </Td>
    </>
  );
}
