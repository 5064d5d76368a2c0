"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { useKeys } from "@/lib/keys/use-keys.ts";
import { IconButton } from "@/ui/button.tsx";
import { ErrorState } from "@/ui/error-state.tsx";
import { LoadingState } from "@/ui/loading-state.tsx";
import { type ChoreographyView, orphansOf } from "../choreography.ts";
import type { MapLayout } from "../layout/map-layout.ts";
import { nextZoom, zoomToFit } from "../map-zoom.ts";
import { useMapLayout } from "../use-map-layout.ts";
import { MapArrows } from "./map-arrows.tsx";
import { MapPlace } from "./map-place.tsx";

interface DrawingProps {
  readonly data: ChoreographyView;
  readonly selected: string | undefined;
  readonly onSelect: (id: string | undefined) => void;
}

/** The map on a surface that scrolls and zooms. */
export function MapDrawing(props: DrawingProps) {
  const state = useMapLayout(props.data);
  if (state.kind === "working") return <LoadingState label="Drawing the map" rows={10} />;
  if (state.kind === "failed") {
    return (
      <ErrorState
        title="The map could not be drawn"
        consequence={`${state.reason}. The table holds the same.`}
      />
    );
  }
  return <Surface {...props} layout={state.layout} />;
}

function Surface(props: DrawingProps & { readonly layout: MapLayout }) {
  const { data, layout, selected, onSelect } = props;
  const { place, zoom, step, fit } = useZoom(layout);
  const zooming = (keys: string, label: string, run: () => void) => ({
    ...{ keys, label, run },
    group: "Map",
  });
  useKeys([
    zooming("+", "zoom in", () => step("in")),
    zooming("=", "zoom in", () => step("in")),
    zooming("-", "zoom out", () => step("out")),
    zooming("0", "fit the map", fit),
  ]);
  const near = nearOf(layout, selected);
  const orphans = orphansOf(data);
  return (
    <div className="relative flex min-h-0 flex-1">
      <div ref={place} className="grid min-h-0 flex-1 overflow-auto">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups form controls, not machines */}
        <div
          role="group"
          aria-roledescription="choreography map"
          aria-label={`${layout.nodes.length} places`}
          className="relative m-auto"
          style={{ zoom, width: layout.width, height: layout.height }}
        >
          <MapArrows layout={layout} selected={selected} />
          {layout.nodes.map(({ node, box }) => (
            <MapPlace
              key={node.id}
              node={node}
              box={box}
              isSelected={node.id === selected}
              orphans={node.kind === "machine" ? orphans.get(node.name) : undefined}
              isFaint={near !== undefined && !near.has(node.id)}
              onSelect={() => onSelect(node.id === selected ? undefined : node.id)}
            />
          ))}
        </div>
      </div>
      <div className="absolute bottom-2 left-2 flex rounded-2 bg-surface shadow-2">
        <IconButton glyph="minus" label="Zoom out" onClick={() => step("out")} />
        <IconButton glyph="plus" label="Zoom in" onClick={() => step("in")} />
        <IconButton glyph="fit" label="Fit" onClick={fit} />
      </div>
    </div>
  );
}

/** The zoom fits the map into its place, also when that grows or shrinks, until the reader has chosen another one. */
function useZoom(layout: MapLayout) {
  const place = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<number>();
  const [fitting, setFitting] = useState(1);
  const { width, height } = layout;
  useEffect(() => {
    const box = place.current;
    if (!box) return;
    const look = () =>
      setFitting(
        zoomToFit({ width, height }, { width: box.clientWidth, height: box.clientHeight }),
      );
    const observer = new ResizeObserver(look);
    observer.observe(box);
    look();
    return () => observer.disconnect();
  }, [width, height]);
  const step = (direction: "in" | "out") => setChosen((now) => nextZoom(now ?? fitting, direction));
  const fit = useCallback(() => setChosen(undefined), []);
  return { place, zoom: chosen ?? fitting, step, fit } as const;
}

/** The selected place and those it talks with. */
function nearOf(layout: MapLayout, selected: string | undefined): ReadonlySet<string> | undefined {
  if (selected === undefined) return undefined;
  const ends = layout.bundles.map(({ bundle }) => [bundle.from, bundle.to]);
  return new Set([selected, ...ends.filter((pair) => pair.includes(selected)).flat()]);
}
