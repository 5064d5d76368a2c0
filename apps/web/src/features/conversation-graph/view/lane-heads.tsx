import { formatPlural } from "../../../lib/format-number.ts";
import { HEAD_HEIGHT, type Lane } from "../layout/conversation-layout.ts";

/** The services at the left edge: name, machines, how many envelopes. They stay while the graph scrolls under them. */
export function LaneHeads(props: {
  readonly lanes: readonly Lane[];
  readonly isShown: (lane: Lane) => boolean;
}) {
  return (
    <div className="sticky left-0 z-30 border-r border-line bg-surface">
      <div className="sticky top-0 z-10 bg-surface" style={{ height: HEAD_HEIGHT }} />
      {props.lanes.map((lane, at) =>
        props.isShown(lane) ? <LaneHead key={lane.name} lane={lane} isBand={at % 2 === 0} /> : null,
      )}
    </div>
  );
}

function LaneHead(props: { readonly lane: Lane; readonly isBand: boolean }) {
  const { name, subtitles, count, y, height } = props.lane;
  return (
    <div
      className={`absolute inset-x-0 flex flex-col border-t border-line pt-4 pr-1 pb-2.5 pl-3.5 ${props.isBand ? "bg-surface-2/55" : ""}`}
      style={{ top: y, height }}
    >
      <b title={name} className="truncate text-13 leading-4 font-semibold tracking-[-.01em]">
        {name}
      </b>
      {subtitles.slice(0, 2).map((subtitle) => (
        <span key={subtitle} className="truncate text-10 text-ink-3">
          {subtitle}
        </span>
      ))}
      <span className="mt-auto truncate text-10 text-ink-2">{formatPlural(count, "envelope")}</span>
    </div>
  );
}
