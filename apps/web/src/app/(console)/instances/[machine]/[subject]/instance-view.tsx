"use client";

import { useEffect, useMemo } from "react";
import {
  ChartCard,
  ChartDrawing,
  type ChartMarks,
  marksOf,
  plannedMarks,
  prepareLayouts,
} from "@/features/chart-drawing/charts.ts";
import type { ActionPreview } from "@/features/instance/action-preview.ts";
import { type ChartSlot, InstancePage } from "@/features/instance/instance-page.tsx";
import { Note } from "@/ui/note.tsx";

/** The instance's page with its chart drawn. */
export function InstanceView(key: { readonly machineId: string; readonly subject: string }) {
  useEffect(prepareLayouts, []);
  return (
    <InstancePage
      {...key}
      renderChart={(slot) => <InstanceChart {...slot} />}
      renderPreview={(preview) => <ActionChart {...preview} />}
    />
  );
}

const HASH_SHOWN = 8; // enough to tell two structures apart at a glance

function InstanceChart({
  facts,
  attention,
  version,
  structureHash,
  presentVersion,
  newerVersion,
  selected,
  onSelect,
  name,
  slider,
}: ChartSlot) {
  const marks = useMemo(() => withAttention(marksOf(facts), attention), [facts, attention]);
  const hash = structureHash.replace(/^sha256:/, "").slice(0, HASH_SHOWN);
  return (
    <ChartCard
      className="min-h-100 flex-1"
      graph={facts.graph}
      structureHash={structureHash}
      marks={marks}
      exportName={name}
      title={facts.graph.id}
      sub={
        <>
          version {version}, structure <span className="mono">{hash}</span>
        </>
      }
      banner={
        presentVersion === undefined ? (
          newerVersion && <NewerVersion {...newerVersion} />
        ) : (
          <OlderVersion version={version} presentVersion={presentVersion} />
        )
      }
      selected={selected}
      onSelect={onSelect}
    >
      {slider}
    </ChartCard>
  );
}

/** What an action would do, on the chart. */
function ActionChart({ facts, plan }: ActionPreview) {
  const marks = useMemo(
    () => (plan === undefined ? marksOf(facts) : plannedMarks(facts, plan)),
    [facts, plan],
  );
  return <ChartDrawing graph={facts.graph} marks={marks} legend={false} keys={false} whole />;
}

function OlderVersion(props: { readonly version: string; readonly presentVersion: string }) {
  return (
    <Note kind="info" title={`Drawn is version ${props.version}, as it was at this step.`}>
      The instance has been put on version {props.presentVersion} since.
    </Note>
  );
}

function NewerVersion({ version, sameStructure }: NonNullable<ChartSlot["newerVersion"]>) {
  return (
    <Note kind="info" title={`Version ${version} is registered.`}>
      This instance goes on with the chart it started with; the structure is{" "}
      {sameStructure ? "the same" : "another one"}.
    </Note>
  );
}

/** The server knows calls that gave up and what is late, which the chart alone does not tell. */
function withAttention(marks: ChartMarks, attention: ChartSlot["attention"]): ChartMarks {
  if (!attention) return marks;
  const held = marks.tokens.flatMap((path) => {
    const mark = marks.states[path];
    return mark ? [[path, { ...mark, mark: attention.kind }] as const] : [];
  });
  return { ...marks, states: { ...marks.states, ...Object.fromEntries(held) } };
}
