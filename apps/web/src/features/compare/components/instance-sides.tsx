import type { ReactNode } from "react";
import { paths } from "@/lib/paths.ts";
import { ChartView } from "@/trpc/chart-view.tsx";
import { ButtonLink } from "@/ui/button.tsx";
import { Card, CardHeader } from "@/ui/card.tsx";
import type { InstanceSide, InstanceStory } from "../compare-slots.ts";
import type { Story } from "../use-story.ts";

/** A story as of a step; the newest one where there is no `revision`. */
export type StoryAt = Story & Pick<InstanceStory, "revision">;

/** Both charts, each in the version that its instance stood on at the step. */
export function InstanceSides(props: {
  readonly one: StoryAt;
  readonly other: StoryAt;
  readonly renderInstance: (side: InstanceSide) => ReactNode;
}) {
  const { one, other, renderInstance } = props;
  return (
    <ChartView query={one.chartAt(one.revision)}>
      {(drawnOne) => (
        <ChartView query={other.chartAt(other.revision)}>
          {(drawnOther) => {
            const [left, right] = [
              { ...one, drawn: drawnOne },
              { ...other, drawn: drawnOther },
            ];
            return (
              <>
                <Side own={left} other={right} renderInstance={renderInstance} />
                <Side own={right} other={left} renderInstance={renderInstance} />
              </>
            );
          }}
        </ChartView>
      )}
    </ChartView>
  );
}

function Side(
  props: InstanceSide & { readonly renderInstance: (side: InstanceSide) => ReactNode },
) {
  const { own, other, renderInstance } = props;
  const { machineId, subject, version } = own.instance;
  const isOlder = own.drawn.chartId !== own.instance.chartId;
  return (
    <Card label={subject} className="flex min-h-90 flex-col overflow-hidden">
      <CardHeader
        title={<span className="mono">{subject}</span>}
        sub={
          <>
            {machineId} v{own.drawn.version}
            {own.revision !== undefined && <>, step {own.revision}</>}
            {isOlder && <>; on v{version} since</>}
          </>
        }
      >
        <ButtonLink
          kind="ghost"
          size="sm"
          after="arrow"
          href={paths.instance(machineId, subject, { rev: own.revision })}
        >
          Open
        </ButtonLink>
      </CardHeader>
      {renderInstance({ own, other })}
    </Card>
  );
}
