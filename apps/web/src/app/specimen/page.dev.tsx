import { Page } from "@/features/shell/page.tsx";
import { Bars } from "@/ui/bars.tsx";
import { Button, ButtonLink, IconButton } from "@/ui/button.tsx";
import { Card, CardHeader, KeyValues } from "@/ui/card.tsx";
import { Chip, StateChip, ToneChip } from "@/ui/chip.tsx";
import { DiffView } from "@/ui/diff-view.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { ErrorState } from "@/ui/error-state.tsx";
import { Checkbox, Select, TextArea, TextField } from "@/ui/field.tsx";
import { IdText } from "@/ui/id-text.tsx";
import { JsonView } from "@/ui/json-view.tsx";
import { LoadingState } from "@/ui/loading-state.tsx";
import { Distribution, Legend, Meter } from "@/ui/meter.tsx";
import { Note } from "@/ui/note.tsx";
import { Answers, PageTitle } from "@/ui/page-title.tsx";
import { Sparkline } from "@/ui/sparkline.tsx";
import { StaleBanner } from "@/ui/stale-banner.tsx";
import { Stat } from "@/ui/stat.tsx";
import { STATES, type StateName } from "@/ui/state-table.ts";
import { Table, Td, Th, Tr } from "@/ui/table.tsx";
import { Countdown, Time } from "@/ui/time.tsx";
import { SpecimenShell } from "./specimen-shell.tsx";

const TREND = [3, 4, 3, 5, 6, 4, 7, 8, 6, 9, 12, 11, 14, 18, 25];
const ENVELOPE = {
  id: "0198c6f1-2a72-7c11-b2a0-5d0c41",
  type: "mail.declined.requested",
  data: {
    locale: "de-AT",
    to: { customer: "k-8841", email: "***", phone: "***" },
    card: "***",
    amount: 8990,
    currency: "EUR",
    ok: true,
  },
};

/** Every part of the kit on one page, to be looked at in both themes. */
export default function Specimen() {
  const now = new Date();
  return (
    <SpecimenShell>
      <Page crumbs={[{ label: "Instances", href: "/specimen" }, { label: "order-42" }]}>
        <PageTitle
          title="order-42"
          mono
          sub="started 14:31:52, 19 s ago"
          actions={
            <>
              <Button glyph="link">Copy link to step 5</Button>
              <Button disabled glyph="history">
                Resume from…
              </Button>
              <Button kind="solid">Replay…</Button>
              <Button kind="danger" glyph="replay">
                Replay 1 letter
              </Button>
              <IconButton kind="plain" size="md" glyph="dots" label="More actions" />
            </>
          }
        >
          <Chip mono>fulfil v3</Chip>
          <StateChip state="compensating" />
        </PageTitle>
        <Answers
          label="Where is order-42"
          answers={[
            {
              question: "Where it is",
              answer: "compensating.reserve",
              detail: "for 12.1 s; undoing 1 of 1 finished step",
            },
            {
              question: "What brought it here",
              answer: "charge failed: card_declined",
              detail: "CardDeclined from chargeCard, 14:31:58",
              tone: "red",
            },
            { question: "What may happen next", answer: "failed, or compensationFailed" },
            {
              question: "What stands in the way",
              answer: "releaseStock, attempt 2 of 3, running 4.2 s",
              detail: "attempt 1: 409, held by picking. Nothing needs you yet.",
            },
          ]}
        />
        <Card className="grid grid-cols-2 drawer:grid-cols-6 [&>*+*]:border-l [&>*+*]:border-line">
          {(
            ["active", "done", "compensated", "stuck", "overdue", "dead"] satisfies StateName[]
          ).map((state) => (
            <Stat
              key={state}
              state={state}
              label={STATES[state].label}
              value="1,284"
              detail="median age 2 min"
              href="/specimen"
              trend={<Sparkline values={TREND} className="text-blue" />}
            />
          ))}
        </Card>
        <div className="grid gap-3.5 drawer:grid-cols-3">
          <Card>
            <CardHeader title="Machines" sub="6 running charts">
              <ButtonLink size="sm" kind="ghost" after="arrow" href="/specimen">
                Open
              </ButtonLink>
            </CardHeader>
            <Table caption="Machines">
              <thead>
                <tr>
                  <Th>Machine</Th>
                  <Th>Where they are</Th>
                  <Th end>Completed</Th>
                </tr>
              </thead>
              <tbody>
                {["order", "fulfil", "payment"].map((name, index) => (
                  <Tr key={name} selected={index === 1}>
                    <Td>
                      <b className="font-strong">{name}</b> <span className="text-ink-3">v7</span>
                    </Td>
                    <Td className="w-full">
                      <Distribution
                        shares={[
                          { label: "active", count: 300, tone: "blue" },
                          { label: "waiting", count: 70, tone: "teal" },
                          { label: "compensating", count: 11, tone: "violet" },
                        ]}
                      />
                    </Td>
                    <Td end>12,118</Td>
                  </Tr>
                ))}
              </tbody>
            </Table>
            <div className="border-t border-line p-3.5">
              <Legend
                entries={[
                  { label: "active", tone: "blue" },
                  { label: "waiting", tone: "teal" },
                ]}
              />
              <Bars values={[0, 0, 1, 4, 2, 9, 12]} className="mt-2 text-red" />
              <Meter share={0.4} label="Time gone" tone="teal" className="mt-3" />
              <p className="mt-2">
                due <Countdown dueAt={new Date(now.getTime() + 45_000)} className="text-teal" />,{" "}
                <Time at={now} show="age" />, <Time at={now} show="ms" />
              </p>
              <IdText id="0198c6f1-2a5c-7d40-9f0e-44c1d1a0b6e3" />
            </div>
          </Card>
          <Card>
            <CardHeader title="Envelope" sub="694 bytes">
              <Chip glyph="lock">3 redacted</Chip>
            </CardHeader>
            <JsonView value={ENVELOPE} className="p-3.5" />
            <DiffView
              className="m-3.5 mt-0"
              unchanged={4}
              changes={[
                {
                  path: "error",
                  kind: "changed",
                  before: { step: "reserve", reason: "timeout" },
                  after: { step: "charge", type: "CardDeclined" },
                },
                { path: "card", kind: "added", after: "***" },
              ]}
            />
            <KeyValues
              className="px-3.5 pb-3.5"
              entries={[
                ["consumer", "mail v3"],
                ["attempts", "5 of 5 in 10.1 s"],
              ]}
            />
          </Card>
          <Card className="flex flex-col gap-3 p-3.5">
            <div className="flex flex-wrap gap-1.5">
              {(Object.keys(STATES) as StateName[]).map((state) => (
                <StateChip key={state} state={state} />
              ))}
              <ToneChip tone="plain" glyph="gap">
                1 cause not recorded
              </ToneChip>
              <Chip outlined mono>
                order-42
              </Chip>
            </div>
            <TextField label="Name" hint="required" />
            <TextArea label="Reason" hint="required, kept in the audit" error="say why" />
            <div className="flex gap-3">
              <Select label="Consumer">
                <option>Any consumer</option>
              </Select>
              <Checkbox label="Group repeats" defaultChecked />
              <Checkbox label="Path" />
            </div>
            <Note kind="bad" title="No worker is alive.">
              Commands wait; nothing moves. Last heartbeat 14:21:07, worker-2.
            </Note>
            <Note kind="good" title="Would be processed.">
              On today's chart and snapshot.
            </Note>
            <Note kind="info">Nothing was changed.</Note>
            <StaleBanner
              since={new Date(now.getTime() - 38_000)}
              reason="The live stream broke; trying again in 4 s."
            />
          </Card>
        </div>
        <Card className="grid drawer:grid-cols-3">
          <EmptyState title="No dead letters." checkedAt={now}>
            Nothing needs you.
          </EmptyState>
          <ErrorState
            title="Letters could not be read"
            consequence="The database did not answer in 5 s. There may be letters."
            code="READ_TIMEOUT"
            requestId="01J9Z4"
          />
          <LoadingState label="Reading letters" />
        </Card>
      </Page>
    </SpecimenShell>
  );
}
