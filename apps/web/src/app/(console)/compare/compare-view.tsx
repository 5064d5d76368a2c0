"use client";

import { useMemo } from "react";
import { ChartDrawing, marksOf, NO_MARKS, onlyHere } from "@/features/chart-drawing/charts.ts";
import { ComparePage } from "@/features/compare/compare-page.tsx";
import type { ChartSide, InstanceSide, InstanceStory } from "@/features/compare/compare-slots.ts";
import { buildFacts } from "@/features/instance/build-facts.ts";
import { buildMoment } from "@/features/instance/build-moment.ts";

/** The page that compares, with its charts drawn. */
export function CompareView() {
  return (
    <ComparePage
      renderVersion={(side) => <VersionChart {...side} />}
      renderInstance={(side) => <InstanceChart {...side} />}
    />
  );
}

function VersionChart({ graph, differences }: ChartSide) {
  const marks = useMemo(() => ({ ...NO_MARKS, differences }), [differences]);
  return <ChartDrawing graph={graph} marks={marks} keys={false} whole />;
}

function InstanceChart({ own, other }: InstanceSide) {
  const facts = useFacts(own);
  const beside = useFacts(other);
  const marks = useMemo(
    () => ({ ...marksOf(facts), differences: onlyHere(facts, beside) }),
    [facts, beside],
  );
  const { structureHash } = own.drawn;
  return (
    <ChartDrawing
      graph={facts.graph}
      structureHash={structureHash}
      marks={marks}
      keys={false}
      whole
    />
  );
}

function useFacts({ instance, drawn, steps, earlier, revision }: InstanceStory) {
  return useMemo(
    () => buildFacts(buildMoment(instance, drawn, { steps, earlier }, revision), instance.readAt),
    [instance, drawn, steps, earlier, revision],
  );
}
