"use client";

import { type ReactNode, useMemo } from "react";
import { useUrlParams } from "@/lib/use-url-params.ts";
import { isNotFound, QueryView } from "@/trpc/query-view.tsx";
import { Card } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { Answers } from "@/ui/page-title.tsx";
import { answersOf } from "./answers.tsx";
import { buildFacts, type ChartFacts } from "./build-facts.ts";
import { buildMoment } from "./build-moment.ts";
import { ChainCard } from "./components/chain-card.tsx";
import { InstanceTitle } from "./components/instance-title.tsx";
import { LettersCard } from "./components/letters-card.tsx";
import { StepSlider } from "./components/step-slider.tsx";
import { StoryTabs } from "./components/story-tabs.tsx";
import { TimersCard } from "./components/timers-card.tsx";
import type { Instance, Moment, Step } from "./instance.ts";
import { type InstanceKey, useInstance } from "./use-instance.ts";
import { useStepKeys } from "./use-step-keys.ts";

/** What the page's chart shows, and what stands around it. */
export interface ChartSlot {
  readonly facts: ChartFacts;
  readonly attention: Instance["attention"];
  readonly version: string;
  readonly structureHash: string;
  readonly newerVersion: Instance["newerVersion"];
  /** Stands under the chart: the way through its steps. */
  readonly slider: ReactNode;
}

type InstancePageProps = InstanceKey & { readonly renderChart: (slot: ChartSlot) => ReactNode };

/** One order: the answer in words, its chart with the token on it, and how it came there. */
export function InstancePage({ machineId, subject, renderChart }: InstancePageProps) {
  const { instance, history, chart, source } = useInstance({ machineId, subject });
  if (isNotFound(instance.error)) return <NoInstance machineId={machineId} subject={subject} />;
  const consequence = "It may be moving all the same.";
  return (
    <QueryView query={instance} what="the instance" consequence={consequence} rows={12}>
      {(found) => (
        <QueryView query={history} what="its steps" consequence={consequence} rows={12}>
          {({ steps, more }) => (
            <QueryView query={chart} what="its chart" consequence={consequence} rows={12}>
              {() =>
                source && (
                  <Story
                    instance={found}
                    steps={steps}
                    moreSteps={more}
                    source={source}
                    renderChart={renderChart}
                  />
                )
              }
            </QueryView>
          )}
        </QueryView>
      )}
    </QueryView>
  );
}

interface StoryProps {
  readonly instance: Instance;
  readonly steps: readonly Step[];
  readonly moreSteps: boolean;
  readonly source: Pick<Moment, "chart" | "graph">;
  readonly renderChart: InstancePageProps["renderChart"];
}

function Story({ instance, steps, moreSteps, source, renderChart }: StoryProps) {
  const url = useUrlParams();
  const revision = Number(url.get("rev")) || undefined;
  const moment = useMemo(
    () => buildMoment(instance, source, steps, revision),
    [instance, source, steps, revision],
  );
  const facts = useMemo(() => buildFacts(moment, instance.readAt), [moment, instance.readAt]);
  const select = (next: number | undefined) =>
    url.set({ rev: next === steps.at(-1)?.revision ? undefined : next });
  useStepKeys(moment, select);
  return (
    <>
      <InstanceTitle moment={moment} />
      <Answers label="In short" answers={answersOf(moment, instance.readAt)} />
      <div className="grid min-h-0 flex-1 gap-3.5 drawer:grid-cols-[minmax(0,1fr)_384px]">
        <div className="flex min-h-0 min-w-0 flex-col gap-3.5">
          {renderChart({
            facts,
            attention: moment.isLive ? instance.attention : undefined,
            version: instance.version,
            structureHash: instance.structureHash,
            newerVersion: instance.newerVersion,
            slider: <StepSlider moment={moment} moreSteps={moreSteps} onSelect={select} />,
          })}
          <div className="grid flex-none gap-3.5 narrow:grid-cols-3 drawer:h-40">
            <TimersCard instance={instance} />
            <ChainCard moment={moment} />
            <LettersCard instance={instance} />
          </div>
        </div>
        <StoryTabs moment={moment} moreSteps={moreSteps} onSelect={select} />
      </div>
    </>
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
