"use client";

import type { ChartGraph } from "@sagascope/core/charts";
import { useEffect, useState } from "react";
import type { ChartLayout } from "../layout/chart-layout.ts";
import { layoutInWorker } from "../layout/layout-in-worker.ts";
import { layoutKey } from "../layout/layout-key.ts";

/** Layouts depend on a chart's structure alone, so one is computed per structure and page load. */
const layouts = new Map<string, Promise<ChartLayout>>();

function layoutFor(graph: ChartGraph, structureHash?: string): Promise<ChartLayout> {
  const key = layoutKey(graph, structureHash);
  const known = layouts.get(key);
  if (known) return known;
  const made = layoutInWorker(graph);
  layouts.set(key, made);
  made.catch(() => layouts.delete(key));
  return made;
}

/** Where the layout of a chart stands. */
export type LayoutState =
  | { readonly kind: "working" }
  | { readonly kind: "ready"; readonly layout: ChartLayout }
  | { readonly kind: "failed"; readonly reason: string; readonly retry: () => void };

const WORKING = { kind: "working" } as const;

/** Lays out a chart. A graph that says the same is not laid out again, even as another object. */
export function useChartLayout(graph: ChartGraph, structureHash?: string): LayoutState {
  const [state, setState] = useState<LayoutState>(WORKING);
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    let current = true;
    layoutFor(graph, structureHash).then(
      (layout) => current && setState({ kind: "ready", layout }),
      (error: unknown) =>
        current &&
        setState({
          kind: "failed",
          reason: error instanceof Error ? error.message : String(error),
          retry: () => {
            setState(WORKING);
            setAttempt(attempt + 1);
          },
        }),
    );
    return () => {
      current = false;
    };
  }, [graph, structureHash, attempt]);
  return state;
}
