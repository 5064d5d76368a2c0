"use client";

import { useMemo, useState } from "react";
import { ChartCard } from "@/features/chart-drawing/view/chart-card.tsx";
import { Page } from "@/features/shell/page.tsx";
import { Card } from "@/ui/card.tsx";
import { order42 } from "../samples.ts";
import { SpecimenShell } from "../specimen-shell.tsx";

/** The chart of the mockup in its place and size. */
export default function ChartSpecimen() {
  const { graph, marks } = useMemo(order42, []);
  const [selected, setSelected] = useState<string>();
  return (
    <SpecimenShell>
      <Page crumbs={[{ label: "Charts" }]} layout="fit">
        <div className="grid min-h-0 flex-1 gap-3.5 drawer:grid-cols-[minmax(0,1fr)_386px]">
          <ChartCard
            title={graph.id}
            sub="version 3, structure 9decf255"
            graph={graph}
            marks={marks}
            selected={selected}
            onSelect={setSelected}
            className="h-[520px]"
          />
          <Card className="p-3.5">{selected}</Card>
        </div>
      </Page>
    </SpecimenShell>
  );
}
