"use client";

import { memo } from "react";
import { type Box, boundsOf, roundedPath } from "../../../lib/geometry.ts";
import { ARROW_GAP, ARROW_RADIUS, ArrowLine } from "../../../ui/arrow-line.tsx";
import type { ConversationLayout, PlacedItem, PlacedLink } from "../layout/conversation-layout.ts";
import { isInView } from "./use-view.ts";

/** A drawing with more arrows than this goes without halos. */
const HALOS_UNTIL = 300;

/** The arrows from causes to effects; those of the selected path lie on top. */
export const ConversationLinks = memo(function ConversationLinks(props: {
  readonly layout: ConversationLayout;
  readonly path: ReadonlySet<string>;
  readonly view: Box | undefined;
}) {
  const { layout, path, view } = props;
  const byId = new Map(layout.items.map((one) => [one.item.id, one]));
  const shown = layout.links
    .filter(({ points }) => isInView(boundsOf(points, 0), view))
    .map((link) => ({ link, look: lookOf(link, byId, path) }))
    .sort((a, b) => ORDER.indexOf(a.look) - ORDER.indexOf(b.look));
  return (
    <svg
      className="pointer-events-none absolute top-0 left-0 overflow-visible"
      width={layout.width}
      height={layout.height}
      aria-hidden="true"
    >
      {shown.map(({ link, look }) => (
        <g key={link.to} className={`arrow a-${look}`}>
          {shown.length <= HALOS_UNTIL && (
            <path
              d={roundedPath(link.points, ARROW_RADIUS, ARROW_GAP)}
              style={{ stroke: "var(--surface)", strokeWidth: 5, opacity: 0.9 }}
            />
          )}
          <ArrowLine points={link.points} />
          {byId.get(link.from)?.item.status === "gap" && <Break link={link} />}
        </g>
      ))}
    </svg>
  );
});

const ORDER = ["rest", "possible", "visited", "failed"] as const;
type LinkLook = (typeof ORDER)[number];

function lookOf(
  link: PlacedLink,
  byId: ReadonlyMap<string, PlacedItem>,
  path: ReadonlySet<string>,
): LinkLook {
  const status = byId.get(link.to)?.item.status;
  if (status === "dead-letter") return "failed";
  if (status === "expected") return "possible";
  return path.has(link.to) && path.has(link.from) ? "visited" : "rest";
}

/** Two strokes across an arrow whose cause is not recorded. */
function Break({ link }: { readonly link: PlacedLink }) {
  const [start] = link.points;
  if (!start) return null;
  const x = start.x + 5;
  return (
    <>
      <path d={`M${x} ${start.y}h4`} style={{ stroke: "var(--surface)", strokeWidth: 4 }} />
      <path d={`M${x - 1} ${start.y + 5}l3 -10m2 10l3 -10`} />
    </>
  );
}
