"use client";

import { useSearchParams } from "next/navigation";
import { useMemo, useState } from "react";
import type { EnvelopeMarks } from "@/features/conversation-graph/layout/envelope-facts.ts";
import { ConversationGraph } from "@/features/conversation-graph/view/conversation-graph.tsx";
import { Page } from "@/features/shell/page.tsx";
import { encodeSkeleton, type SkeletonEnvelope } from "@/lib/conversation-skeleton.ts";
import { Card } from "@/ui/card.tsx";
import { StateChip, ToneChip } from "@/ui/chip.tsx";
import { PageTitle } from "@/ui/page-title.tsx";
import { SpecimenShell } from "../specimen-shell.tsx";

const STARTED = Date.UTC(2026, 7, 21, 12, 31, 52);

function one(
  id: string,
  causationId: string | null,
  type: string,
  source: string,
  seconds: number,
  more: Partial<SkeletonEnvelope> = {},
): SkeletonEnvelope {
  return {
    ...{ seq: "0", id, causationId, type, source, topic: "events" },
    ...{ machineId: null, machineVersion: null, service: null },
    atMs: STARTED + seconds * 1000,
    ...more,
  };
}

const MARKS: EnvelopeMarks = {
  waiting: [{ eventId: "release", sink: "warehouse", attempts: 2 }],
  letters: [
    { envelopeId: "letter", consumer: "mail", causeTitle: "template not found", attempts: 5 },
  ],
};

function order42(levels: number): readonly SkeletonEnvelope[] {
  const order = { machineId: "order", machineVersion: "7" };
  const payment = { machineId: "payment", machineVersion: "5" };
  const mail = { machineId: "mail", machineVersion: "3" };
  return [
    one("placed", null, "order.placed", "/order", 0, order),
    one("start", "placed", "xsm.fulfil.START", "/order", 0.01, order),
    one("mail", "placed", "mail.received.requested", "/mail", 0.01, mail),
    one("sent", "mail", "mail.received.sent", "/mail", 0.41, mail),
    one("reserve", "start", "stock.reserve.requested", "/warehouse", 0.01),
    one("reserved", "reserve", "stock.reserved", "/warehouse", 6.2),
    one("done", "reserved", "fulfil.reserve.completed", "/order", 6.2, order),
    one("charge", "reserved", "card.charge.requested", "/payment", 6.2, payment),
    one("declined", "charge", "card.charge.declined", "/payment", 6.9, payment),
    one("scored", "01917c2f-8a", "fraud.scored", "/payment", 6.61, payment),
    one("failed", "declined", "fulfil.charge.failed", "/order", 6.91, order),
    one("release", "declined", "stock.release.requested", "/warehouse", 6.91),
    one("letter", "failed", "mail.declined.requested", "/mail", 6.92, mail),
    ...Array.from({ length: levels }, (_, index) =>
      one(`level-${index}`, "reserved", "stock.level.changed", "/warehouse", 6.23 + index / 100),
    ),
  ];
}

/** The conversation of the mockup, and by `?n=` one of thousands. */
export default function ConversationSpecimen() {
  const many = Number(useSearchParams().get("n") ?? 215);
  const source = useMemo(() => {
    const rows = order42(many).map((row, at) => ({ ...row, seq: String(at + 1) }));
    return { pages: [encodeSkeleton(rows, false)], marks: MARKS };
  }, [many]);
  const [selected, setSelected] = useState<string>("declined");
  return (
    <SpecimenShell>
      <Page crumbs={[{ label: "Conversations" }, { label: "order-42" }]} layout="fit">
        <PageTitle title="order-42" mono sub="228 envelopes, 4 services, 19 s">
          <StateChip state="dead">1 dead letter</StateChip>
          <StateChip state="waiting">1 in flight</StateChip>
          <ToneChip tone="plain" glyph="gap">
            1 cause not recorded
          </ToneChip>
        </PageTitle>
        <Card className="flex h-[560px] min-h-0 flex-col overflow-hidden">
          <ConversationGraph
            source={source}
            expected={[{ type: "stock.released", causationId: "release", source: "/warehouse" }]}
            selected={selected}
            onSelect={setSelected}
          />
        </Card>
        <Card className="flex-1 p-3.5">{selected}</Card>
      </Page>
    </SpecimenShell>
  );
}
