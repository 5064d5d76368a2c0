"use client";

import { useEffect, useMemo, useState } from "react";
import { type ChoreographyView, hoursCounted } from "./choreography.ts";
import { layoutMap } from "./layout/layout-map.ts";
import type { MapLayout } from "./layout/map-layout.ts";

/** Where the layout of the map stands. */
export type MapLayoutState =
  | { readonly kind: "working" }
  | { readonly kind: "ready"; readonly layout: MapLayout }
  | { readonly kind: "failed"; readonly reason: string };

/**
 * Lays the map out anew when its places, arrows or what is written beside them change; while it does, the map stands as it was, so
 * that counts that go up do not make it flicker.
 */
export function useMapLayout(view: ChoreographyView): MapLayoutState {
  const { nodes, links } = view;
  const hours = hoursCounted(view, Date.now());
  const [state, setState] = useState<MapLayoutState>({ kind: "working" });
  const key = useMemo(() => JSON.stringify([nodes, links, hours]), [nodes, links, hours]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a map that says the same is not laid out again, even as another object
  useEffect(() => {
    let isCurrent = true;
    layoutMap(nodes, links, hours).then(
      (layout) => isCurrent && setState({ kind: "ready", layout }),
      (error: unknown) =>
        isCurrent &&
        setState({
          kind: "failed",
          reason: error instanceof Error ? error.message : String(error),
        }),
    );
    return () => {
      isCurrent = false;
    };
  }, [key]);
  return state;
}
