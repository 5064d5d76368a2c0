"use client";

import { type ReactNode, useMemo, useState } from "react";
import { chartIdAt } from "@/lib/chart-id-at.ts";
import { useUrlParams } from "@/lib/use-url-params.ts";
import { ChartView } from "@/trpc/chart-view.tsx";
import { isNotFound, QueryView } from "@/trpc/query-view.tsx";
import { type Steps, useSteps } from "@/trpc/story/use-steps.ts";
import { useCharts } from "@/trpc/use-charts.ts";
import { Card } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { Note } from "@/ui/note.tsx";
import { Answers } from "@/ui/page-title.tsx";
import type { ActionPreview } from "./action-preview.ts";
import { answersOf } from "./answers.tsx";
import { buildFacts, type ChartFacts } from "./build-facts.ts";
import { buildMoment } from "./build-moment.ts";
import { ChainCard } from "./components/chain-card.tsx";
import { InstanceTitle } from "./components/instance-title.tsx";
import { LettersCard } from "./components/letters-card.tsx";
import { StepSlider } from "./components/step-slider.tsx";
import { StoryTabs } from "./components/story-tabs.tsx";
import { TimersCard } from "./components/timers-card.tsx";
import type { DrawnChart, Instance } from "./instance.ts";
import { type InstanceKey, useInstance } from "./use-instance.ts";
import { useStepKeys } from "./use-step-keys.ts";

/** What the page's chart shows, and what stands around it. */
export interface ChartSlot {
  readonly facts: ChartFacts;
  readonly attention: Instance["attention"];
  /** The version that is drawn: the one that the instance stood on at the step. */
  readonly version: string;
  readonly structureHash: string;
  /** The instance's own version now, where another one is drawn, of the past. */
  readonly presentVersion: string | undefined;
  readonly newerVersion: Instance["newerVersion"];
  /** The state that is looked at, by its path; it stands in the URL. */
  readonly selected: string | undefined;
  readonly onSelect: (path: string) => void;
  /** What the drawing is called in a file: the instance and the step. */
  readonly name: string;
  /** Stands under the chart: the way through its steps. */
  readonly slider: ReactNode;
}

interface Drawings {
  readonly renderChart: (slot: ChartSlot) => ReactNode;
  /** Draws what an action would do. */
  readonly renderPreview: (preview: ActionPreview) => ReactNode;
}

type InstancePageProps = InstanceKey & Drawings;

/** One order: the answer in words, its chart with the token on it, and how it came there. */
export function InstancePage({ machineId, subject, ...drawings }: InstancePageProps) {
  const url = useUrlParams();
  const wanted = readRevision(url.get("rev"));
  const { instance, history } = useInstance({ machineId, subject });
  const story = useSteps({ machineId, subject }, history.data, wanted);
  const revision = useFoundRevision(wanted, story);
  // All at once: whoever goes through the steps passes a migration without a pause.
  const chartOf = useCharts([instance.data?.chartId, ...story.steps.map(({ chartId }) => chartId)]);
  if (isNotFound(instance.error)) return <NoInstance machineId={machineId} subject={subject} />;
  return (
    <QueryView query={instance} what="the instance" consequence={CONSEQUENCE} rows={12}>
      {(found) => (
        <QueryView query={history} what="its steps" consequence={CONSEQUENCE} rows={12}>
          {() => (
            <ChartView query={chartOf(chartIdAt(found, story.steps, revision))}>
              {(drawn) => (
                <ChartView query={chartOf(found.chartId)}>
                  {(present) => (
                    <Story
                      instance={found}
                      story={story}
                      wanted={wanted}
                      revision={revision}
                      drawn={drawn}
                      present={present}
                      {...drawings}
                    />
                  )}
                </ChartView>
              )}
            </ChartView>
          )}
        </QueryView>
      )}
    </QueryView>
  );
}

const CONSEQUENCE = "It may be moving all the same.";

/** The step that is wanted, or, while the page that holds it is being read, the one that was shown before. */
function useFoundRevision(wanted: number | undefined, story: Steps): number | undefined {
  const [shown, setShown] = useState(wanted);
  const isThere = wanted === undefined || story.steps.some(({ revision }) => revision === wanted);
  const next = isThere || !story.isReading ? wanted : shown;
  if (next !== shown) setShown(next);
  return next;
}

/** The step that a URL names; whatever is no revision names none. */
function readRevision(text: string | undefined): number | undefined {
  const revision = Number(text);
  return Number.isInteger(revision) && revision > 0 ? revision : undefined;
}

interface StoryProps extends Drawings {
  readonly instance: Instance;
  readonly story: Steps;
  /** The step that the URL names. */
  readonly wanted: number | undefined;
  /** The step that is shown. */
  readonly revision: number | undefined;
  /** The chart version of the step that is looked at. */
  readonly drawn: DrawnChart;
  /** The instance's own. */
  readonly present: DrawnChart;
}

function Story(props: StoryProps) {
  const { instance, story, wanted, revision, drawn, present, renderChart, renderPreview } = props;
  const url = useUrlParams();
  const { steps, earlier } = story;
  const moment = useMemo(
    () => buildMoment(instance, drawn, { steps, earlier }, revision),
    [instance, drawn, steps, earlier, revision],
  );
  const now = useMemo(
    () => buildMoment(instance, present, { steps, earlier }, undefined),
    [instance, present, steps, earlier],
  );
  const facts = useMemo(() => buildFacts(moment, instance.readAt), [moment, instance.readAt]);
  const select = (next: number | undefined) =>
    url.set({ rev: next === steps.at(-1)?.revision ? undefined : next });
  useStepKeys(moment, story.more, select);
  return (
    <>
      <InstanceTitle moment={moment} now={now} renderPreview={renderPreview} />
      {wanted !== undefined && <StepNotice revision={wanted} story={story} />}
      <Answers label="In short" answers={answersOf(moment, instance.readAt)} />
      <div className="grid min-h-0 flex-1 gap-3.5 drawer:grid-cols-[minmax(0,1fr)_384px]">
        <div className="flex min-h-0 min-w-0 flex-col gap-3.5">
          {renderChart({
            facts,
            attention: moment.isLive ? instance.attention : undefined,
            version: drawn.version,
            structureHash: drawn.structureHash,
            presentVersion: drawn === present ? undefined : instance.version,
            newerVersion: instance.newerVersion,
            selected: url.get("state"),
            onSelect: (path) => url.set({ state: path === url.get("state") ? undefined : path }),
            name: `${instance.machineId} ${instance.subject} step ${moment.step?.revision ?? 0}`,
            slider: <StepSlider moment={moment} moreSteps={story.more} onSelect={select} />,
          })}
          <div className="grid flex-none gap-3.5 narrow:grid-cols-3 drawer:h-40">
            <TimersCard moment={moment} />
            <ChainCard moment={moment} />
            <LettersCard instance={instance} />
          </div>
        </div>
        <StoryTabs moment={moment} story={story} onSelect={select} />
      </div>
    </>
  );
}

/** A link may name a step that is still being looked for, or that is not kept any more: neither is passed over. */
function StepNotice({ revision, story }: { readonly revision: number; readonly story: Steps }) {
  if (story.steps.some((step) => step.revision === revision)) return null;
  if (story.isReading) return <Note kind="info" title={`Looking for step ${revision}…`} />;
  return (
    <Note kind="warn" title={`Step ${revision} is not recorded.`}>
      What is shown is the newest step. Either it never was, or it is past its retention.
    </Note>
  );
}

function NoInstance({ machineId, subject }: InstanceKey) {
  return (
    <Card>
      <EmptyState title={`${machineId} has no instance for ${subject}.`} because="filtered">
        It appears with the first event that starts one.
      </EmptyState>
    </Card>
  );
}
