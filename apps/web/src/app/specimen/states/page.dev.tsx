"use client";

import { StateNode } from "@/features/chart-drawing/view/state-node.tsx";
import "@/features/chart-drawing/view/chart.css";
import type { Fact, StateMark } from "@/features/chart-drawing/marks/chart-marks.ts";
import { Page } from "@/features/shell/page.tsx";
import { Card, CardHeader } from "@/ui/card.tsx";
import { StateChip } from "@/ui/chip.tsx";
import { PageTitle } from "@/ui/page-title.tsx";
import { STATES, type StateName } from "@/ui/state-table.ts";
import { SpecimenShell } from "../specimen-shell.tsx";

const text = (words: string): Fact => ({ kind: "text", text: words });
const at = new Date("2026-08-21T12:31:52.010Z");

const MARKS: Readonly<Record<StateName, StateMark>> = {
  rest: { mark: "rest" },
  active: { mark: "active", fact: { kind: "since", at } },
  visited: { mark: "visited", visits: 2, fact: { kind: "last", at } },
  failed: { mark: "failed", visits: 1, fact: { kind: "text", text: "card_declined", tone: "red" } },
  compensating: { mark: "compensating", fact: text("attempt 2 of 3") },
  compensated: { mark: "compensated", fact: { kind: "undone", at } },
  possible: { mark: "possible", visits: 1, badge: "dead" },
  unreachable: { mark: "unreachable" },
  waiting: {
    mark: "waiting",
    timer: { label: "after.30000", dueAt: new Date(Date.now() + 17_900), running: true },
  },
  done: { mark: "done" },
  dead: { mark: "dead", fact: text("dead letter") },
  stuck: { mark: "stuck", fact: text("no event, no timer") },
  overdue: {
    mark: "overdue",
    timer: { label: "after.30000", dueAt: new Date(Date.now() - 2_280_000), running: true },
  },
};

/** Every state of a node with its chip, as in the mockup of states. */
export default function StatesSpecimen() {
  return (
    <SpecimenShell>
      <Page crumbs={[{ label: "States" }]}>
        <PageTitle
          title="States, drawn"
          sub="each has a colour, a glyph and an outline of its own"
        />
        <Card>
          <CardHeader title="State of a chart node, and its chip in lists" />
          <div className="grid grid-cols-2 gap-px bg-line drawer:grid-cols-3">
            {(Object.keys(STATES) as StateName[]).map((name) => (
              <div key={name} className="flex items-center gap-6 bg-surface p-4">
                <StateNode
                  node={{
                    name: name === "done" ? "completed" : "reserve",
                    kind: name === "done" || name === "dead" ? "final" : "atomic",
                    history: undefined,
                    invokes: name === "compensating" ? [{ id: "a", src: "releaseStock" }] : [],
                    width: 150,
                    height: name === "compensating" ? 72 : 50,
                  }}
                  mark={MARKS[name]}
                />
                <div>
                  <b className="font-strong">{STATES[name].label}</b>
                  <div className="mt-1">
                    <StateChip state={name} />
                  </div>
                </div>
              </div>
            ))}
          </div>
        </Card>
      </Page>
    </SpecimenShell>
  );
}
