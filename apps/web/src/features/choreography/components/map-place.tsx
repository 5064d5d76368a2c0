import { cx } from "@/lib/cx.ts";
import { formatCount, formatPlural } from "@/lib/format-number.ts";
import type { Box } from "@/lib/geometry.ts";
import { Glyph } from "@/ui/glyph.tsx";
import { StateOutline } from "@/ui/state-outline.tsx";
import { type MapNode, NODE_KINDS } from "../choreography.ts";

/** A machine, a service of other people, or who takes what is published; its letters stand on its upper edge. */
export function MapPlace(props: {
  readonly node: MapNode;
  readonly box: Box;
  readonly isSelected: boolean;
  readonly isFaint: boolean;
  readonly orphans: Orphans | undefined;
  readonly onSelect: () => void;
}) {
  const { node, box, isSelected, isFaint, orphans, onSelect } = props;
  const { glyph } = NODE_KINDS[node.kind];
  const isMachine = node.kind === "machine";
  return (
    <div
      className="absolute"
      style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
    >
      {isMachine ? (
        <StateOutline
          outline={isSelected ? "visited" : "rest"}
          width={box.width}
          height={box.height}
          double={false}
        />
      ) : (
        <span className="absolute inset-0 rounded-2 border border-dashed border-line-control bg-surface-2" />
      )}
      <button
        type="button"
        data-place={node.id}
        aria-pressed={isSelected}
        aria-label={placeWords(node, orphans)}
        title={node.name}
        onClick={onSelect}
        className={cx(
          "relative flex h-full w-full flex-col justify-center rounded-2! px-2.5 text-left",
          isSelected && "outline-2 outline-offset-2 outline-focus",
        )}
      >
        <span className="flex w-full items-center gap-1.5">
          <Glyph name={glyph} size="sm" className="text-ink-3" />
          <b
            className={cx(
              "min-w-0 flex-1 truncate",
              isFaint ? "font-normal text-ink-3" : "font-semibold",
            )}
          >
            {node.name}
          </b>
        </span>{" "}
        <span className={cx("w-full truncate text-11", isFaint ? "text-ink-3" : "text-ink-2")}>
          {factsOf(node)}
        </span>
      </button>
      {orphans && (
        <span
          title={orphanWords(orphans)}
          className="absolute -top-2.5 left-1.5 inline-flex h-5 items-center gap-1 rounded-full border border-amber bg-surface px-[7px] text-10 leading-none font-strong text-amber"
        >
          <Glyph name="gap" size="sm" />
          {formatCount(orphans.unheard + orphans.unsaid)}
        </span>
      )}
      {node.openLetters > 0 && (
        <span className="absolute -top-2.5 right-1.5 inline-flex h-5 items-center gap-1 rounded-full border border-red bg-surface px-[7px] text-10 leading-none font-strong text-red">
          <Glyph name="st-dead" size="sm" />
          {formatCount(node.openLetters)}
        </span>
      )}
    </div>
  );
}

interface Orphans {
  readonly unheard: number;
  readonly unsaid: number;
}

function orphanWords({ unheard, unsaid }: Orphans): string {
  return [
    unheard > 0 && `${formatPlural(unheard, "type")} said that nobody takes`,
    unsaid > 0 && `${formatPlural(unsaid, "type")} awaited that nobody says`,
  ]
    .filter(Boolean)
    .join(", ");
}

function factsOf({ kind, version, active = 0, said }: MapNode): string {
  if (kind === "service" && said > 0) return `observed, ${formatCount(said)} recorded`;
  if (kind !== "machine") return NODE_KINDS[kind].words;
  return `v${version}, ${active === 0 ? "none in flight" : `${formatCount(active)} in flight`}`;
}

/** What is written on it comes first, as somebody says it who speaks to the computer. */
function placeWords(node: MapNode, orphans: Orphans | undefined): string {
  const { kind, name, openLetters } = node;
  return [
    `${name} ${factsOf(node)}`,
    kind === "machine" && NODE_KINDS.machine.words,
    openLetters > 0 && formatPlural(openLetters, "dead letter"),
    orphans && orphanWords(orphans),
  ]
    .filter(Boolean)
    .join(", ");
}
