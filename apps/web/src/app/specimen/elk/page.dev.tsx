"use client";

import { useMemo } from "react";
import { ChartCard } from "@/features/chart-drawing/view/chart-card.tsx";
import { Page } from "@/features/shell/page.tsx";
import order from "../../../../../../examples/fulfilment/charts/order.json" with { type: "json" };
import payment from "../../../../../../examples/fulfilment/charts/payment.json" with {
  type: "json",
};
import warehouse from "../../../../../../examples/fulfilment/charts/warehouse.json" with {
  type: "json",
};
import lieferung from "../lieferung.json" with { type: "json" };
import mail from "../mail.json" with { type: "json" };
import { sagaChart, sampleInstance } from "../samples.ts";
import { SpecimenShell } from "../specimen-shell.tsx";

function samples() {
  const go = (from: string, event: string, to: string, entered?: string[]) => ({
    from,
    event,
    to,
    entered,
  });
  return {
    warehouse: sampleInstance(
      warehouse,
      [
        go("", "", "idle"),
        go("idle", "order.placed", "announced"),
        go("announced", "payment.captured", "packing", [
          "packing",
          "packing.goods",
          "packing.goods.picking",
          "packing.label",
          "packing.label.printing",
        ]),
        go("packing.label.printing", "done.invoke.label", "packing.label.printed"),
      ],
      { activeStates: ["packing.goods.picking", "packing.label.printed"] },
    ),
    order: sampleInstance(
      order,
      [
        go("", "", "new"),
        go("new", "shop.order.place", "open", ["open", "open.paying", "open.paying.waiting"]),
      ],
      {
        activeStates: ["open.paying.waiting"],
        timers: [
          {
            state: "open.paying.waiting",
            label: "after.20000",
            dueAt: new Date(Date.now() + 18_000),
            running: true,
          },
        ],
      },
    ),
    payment: sampleInstance(
      payment,
      [
        go("", "", "idle"),
        go("idle", "order.placed", "capturing"),
        { ...go("capturing", "done.invoke.capture", "captured") },
      ],
      { activeStates: ["captured"] },
    ),
    mail: sampleInstance(mail, [go("", "", "ready")], {
      activeStates: ["ready"],
      history: [
        { revision: 0, transitions: [], entered: ["ready"], at: new Date() },
        {
          revision: 1,
          transitions: [{ from: "ready", event: "mail.declined.requested", to: ["rendering"] }],
          entered: [],
          at: new Date(),
          failed: true,
        },
      ],
    }),
    lieferung: sampleInstance(
      lieferung,
      [
        go("", "", "bestellungEingegangen"),
        go("bestellungEingegangen", "auftragsbestaetigung.versendet", "lagerbestandWirdReserviert"),
        go("lagerbestandWirdReserviert", "error.platform.lager", "nichtLieferbarWeilAusverkauft"),
      ],
      { activeStates: ["nichtLieferbarWeilAusverkauft"], status: "done" },
    ),
    big: big(),
    ten: sampleInstance(sagaChart("ten_steps"), [go("", "", "idle")], { activeStates: ["idle"] }),
  };
}

/** Two hundred states: twenty containers of nine, which lead into one another. */
function big() {
  const group = (at: number) => ({
    initial: "s0",
    states: Object.fromEntries(
      Array.from({ length: 9 }, (_, i) => {
        const next = i < 8 ? `s${i + 1}` : `#big.g${(at + 1) % 20}`;
        return [`s${i}`, { on: { NEXT: next, BACK: `s${Math.max(0, i - 2)}` } }];
      }),
    ),
  });
  const states = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`g${at}`, group(at)]));
  return sampleInstance({ id: "big", initial: "g0", states }, [], { activeStates: ["g3.s4"] });
}

/** Charts that ELK lays out, with an instance in each, and the longest saga. */
export default function ElkSpecimen() {
  const shown = useMemo(samples, []);
  return (
    <SpecimenShell>
      <Page crumbs={[{ label: "Charts" }]}>
        {Object.entries(shown).map(([name, sample]) => (
          <ChartCard key={name} title={name} {...sample} keys={false} className="h-[440px]" />
        ))}
        <ChartCard title="alone" graph={shown.payment.graph} keys={false} className="h-[340px]" />
      </Page>
    </SpecimenShell>
  );
}
