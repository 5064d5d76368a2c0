"use client";

import { useMemo } from "react";
import { ChartDrawing, marksOf } from "@/features/chart-drawing/charts.ts";
import type { LetterChart } from "@/features/dead-letters/letter-chart.ts";
import { LetterPage } from "@/features/dead-letters/letter-page.tsx";

/** The letter's page with its chart drawn. */
export function LetterView({ id }: { readonly id: string }) {
  return <LetterPage id={id} renderChart={(chart) => <FailedChart chart={chart} />} />;
}

function FailedChart({ chart }: { readonly chart: LetterChart }) {
  const marks = useMemo(() => withFailure(marksOf(chart), chart.failedState), [chart]);
  return <ChartDrawing graph={chart.graph} marks={marks} whole />;
}

type Marks = ReturnType<typeof marksOf>;

/** A service that gave up leaves its state active, waiting: that it failed there is what the letter knows. */
function withFailure(marks: Marks, failed: LetterChart["failedState"]): Marks {
  const mark = failed && marks.states[failed.path];
  if (!failed || !mark) return marks;
  const fact = { kind: "text", text: failed.text, tone: "red" } as const;
  const state = { ...mark, mark: "failed", badge: "dead", fact } as const;
  return { ...marks, states: { ...marks.states, [failed.path]: state } };
}
