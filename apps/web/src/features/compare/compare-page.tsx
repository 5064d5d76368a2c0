"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { paths } from "@/lib/paths.ts";
import { useUrlParams } from "@/lib/use-url-params.ts";
import { QueryView } from "@/trpc/query-view.tsx";
import { useTRPC } from "@/trpc/react.tsx";
import { ButtonLink } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { PageTitle } from "@/ui/page-title.tsx";
import { readComparison } from "./compare-params.ts";
import { type ChartSide, type InstanceSide, readSides } from "./compare-slots.ts";
import { InstancePair } from "./components/instance-pair.tsx";
import { InstancePicker } from "./components/instance-picker.tsx";
import { VersionPair } from "./components/version-pair.tsx";

/** How the two sides are drawn; the charts' own feature does that. */
export interface CompareDrawings {
  readonly renderVersion: (side: ChartSide) => ReactNode;
  readonly renderInstance: (side: InstanceSide) => ReactNode;
}

/** Two instances, or two versions of a chart, side by side; which ones stands in the URL. */
export function ComparePage(drawings: CompareDrawings) {
  const url = useUrlParams();
  const comparison = readComparison(url);
  switch (comparison.kind) {
    case "none":
      return <NothingChosen />;
    case "versions":
      return <Versions {...comparison} {...drawings} />;
    case "instances":
      return comparison.second ? (
        <InstancePair
          first={comparison.first}
          second={comparison.second}
          renderInstance={drawings.renderInstance}
        />
      ) : (
        <InstancePicker first={comparison.first} />
      );
  }
}

function Versions(
  props: CompareDrawings & {
    readonly machineId: string;
    readonly from: number | undefined;
    readonly to: number | undefined;
  },
) {
  const { machineId, from, to, renderVersion } = props;
  const trpc = useTRPC();
  const versions = useQuery(trpc.instances.versions.queryOptions({ machineId }));
  return (
    <QueryView query={versions} what="versions" consequence="The machine may have some.">
      {({ rows, more }) => {
        const sides = readSides(rows, from, to);
        if (sides === undefined) {
          return (
            <Card>
              <EmptyState title={`No version of ${machineId} is registered.`} because="filtered" />
            </Card>
          );
        }
        return (
          <VersionPair
            machineId={machineId}
            versions={rows}
            more={more}
            sides={sides}
            renderVersion={renderVersion}
          />
        );
      }}
    </QueryView>
  );
}

function NothingChosen() {
  return (
    <>
      <PageTitle title="Compare" />
      <Card>
        <EmptyState
          title="Nothing is chosen."
          because="filtered"
          action={<ButtonLink href={paths.instances()}>All instances</ButtonLink>}
        >
          Open an instance and choose Compare, or a machine under AsyncAPI and compare its versions.
        </EmptyState>
      </Card>
    </>
  );
}
