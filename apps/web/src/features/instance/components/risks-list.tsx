import { formatCount } from "@/lib/format-number.ts";
import { buildRisks, type Risk } from "../build-risks.ts";
import type { Moment } from "../instance.ts";

/** What is next matters more: a long saga's services are not all told. */
const SHOWN_MAX = 8;

/** Which services can still fail from here, and where that leads; nothing where none can. */
export function RisksList({ moment }: { readonly moment: Moment }) {
  const risks = buildRisks(moment);
  if (risks.length === 0) return null;
  const title = moment.isLive ? "can still fail" : "could still fail then";
  return (
    <section aria-label="What can still fail">
      <h3 className="flex items-center gap-2.5 px-3.5 py-1.5 text-12 font-strong">
        <span>{title}</span>
        <span className="h-px flex-1 bg-line" aria-hidden="true" />
      </h3>
      <ul className="px-3.5 pb-1.5 text-12 leading-[19px] text-ink-3">
        {risks.slice(0, SHOWN_MAX).map((risk) => (
          <li key={risk.id}>
            <RiskLine risk={risk} />
          </li>
        ))}
        {risks.length > SHOWN_MAX && (
          <li>and {formatCount(risks.length - SHOWN_MAX)} more later</li>
        )}
      </ul>
    </section>
  );
}

function RiskLine({ risk: { src, state, to } }: { readonly risk: Risk }) {
  return (
    <>
      <span className="mono text-ink-2">{src}</span>
      {state === undefined ? " now" : ` in ${state}`} →{" "}
      <span className="text-ink-2">{leadsTo(to)}</span>
    </>
  );
}

function leadsTo(to: Risk["to"]): string {
  if (to === undefined) return "tried again, then a dead letter";
  return to.join(" and ") || "stays";
}
