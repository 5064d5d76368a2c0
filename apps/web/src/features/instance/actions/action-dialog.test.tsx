import { parseChart } from "@sagascope/core/charts";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { drawWithAnswers } from "@/trpc/testing/draw-with-answers.tsx";
import { buildMoment } from "../build-moment.ts";
import type { Moment } from "../instance.ts";
import { makeDrawnChart, makeInstance, makeStep } from "../testing/make-instance.ts";
import { ActionDialog } from "./action-dialog.tsx";
import type { ActionKind } from "./action-kinds.ts";

// jsdom has no modal dialogs yet.
beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
});
afterEach(cleanup);

vi.setConfig({ testTimeout: 60_000 }); // a slow machine is no failure

const CHART = parseChart({
  id: "fulfil",
  initial: "idle",
  states: { idle: { on: { PAY: "paid", "*": "odd" } }, paid: {}, odd: {} },
});
const MOMENT: Moment = buildMoment(
  makeInstance({ states: ["idle"] }),
  makeDrawnChart({ chart: CHART }),
  { steps: [makeStep(1, { states: ["idle"] })] },
  undefined,
);

const report = (dryRun: boolean) => ({
  ...{ dryRun, outcome: "processed", refusals: [], warnings: [], checks: [], transitions: [] },
  ...{ effects: [], publications: [], timers: [], contextChanges: [], moved: [], resolves: [] },
  ...{ ended: { calls: [], timers: [] }, kept: { calls: [], timers: [] } },
});
const answer = (dryRun: boolean, status: string) => ({
  ...{ commandId: `c-${dryRun}`, kind: "send", dryRun, status, requestedAt: new Date(0) },
  report: status === "done" ? report(dryRun) : undefined,
});

function Acting() {
  const [kind, setKind] = useState<ActionKind>("send");
  return (
    <ActionDialog
      moment={MOMENT}
      kind={kind}
      onKind={setKind}
      onClose={() => {}}
      renderPreview={() => null}
    />
  );
}

/** The dialog over a worker that is quick with dry runs, and as told with real ones. */
function draw(real: "done" | "waiting" = "done") {
  const ask = ({ dryRun }: { readonly dryRun: boolean }) => answer(dryRun, dryRun ? "done" : real);
  const { callsOf } = drawWithAnswers(<Acting />, {
    "operations.send": ask,
    "operations.cancel": ask,
    "operations.command": () => answer(false, real),
    "asyncapi.get": () => ({ messages: [] }),
  });
  return () => callsOf("operations.send").map(({ input }) => input as { readonly dryRun: boolean });
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const listed = () => screen.getByRole<HTMLSelectElement>("combobox", { name: "Event" });
const typed = () => screen.getByRole<HTMLInputElement>("textbox", { name: /Or another event/ });
const settle = () => act(async () => {}); // what was asked for has been asked then

async function payForReal() {
  fireEvent.change(listed(), { target: { value: "PAY" } });
  fireEvent.change(screen.getByRole("textbox", { name: /Reason/ }), { target: { value: "paid" } });
  await waitFor(() => expect(button("Send the event").disabled).toBe(false));
  fireEvent.click(button("Send the event"));
}

describe("ActionDialog", () => {
  it("tries an event that is chosen at once, and one that is typed when asked: each dry run is recorded", async () => {
    const sent = draw();
    for (const text of ["O", "OD", "ODD"]) fireEvent.change(typed(), { target: { value: text } });
    await settle();
    expect(sent()).toEqual([]);
    fireEvent.click(button("Dry run"));
    await waitFor(() => expect(sent()).toHaveLength(1));
    fireEvent.change(listed(), { target: { value: "PAY" } });
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()).toMatchObject([{ event: "ODD" }, { event: "PAY" }]);
  });

  it("keeps what is typed where it begins with the name of a listed event", () => {
    draw();
    fireEvent.change(typed(), { target: { value: "PAY" } });
    expect(typed().value).toBe("PAY");
    fireEvent.change(typed(), { target: { value: "PAYMENT" } });
    expect(typed().value).toBe("PAYMENT");
    expect(listed().value).toBe("");
  });

  it("keeps an action that is under way in sight, and takes no other one meanwhile", async () => {
    draw("waiting");
    await payForReal();
    const outcome = within(screen.getByRole("region", { name: "Dry run" }));
    await outcome.findByText("Waiting for a worker.");
    fireEvent.click(button("Cancel"));
    await settle();
    expect(outcome.getByText("Waiting for a worker.")).toBeDefined();
    expect(button("Cancel the instance").disabled).toBe(true);
    expect(screen.getByText("Under way.")).toBeDefined();
  });

  it("does again what was done only after another dry run, which is then what is seen", async () => {
    const sent = draw();
    await payForReal();
    await screen.findByText("Done");
    expect(button("Send the event").disabled).toBe(true);
    fireEvent.click(button("Dry run again"));
    await screen.findByText("Would be done");
    expect(button("Send the event").disabled).toBe(false);
    expect(sent().filter(({ dryRun }) => !dryRun)).toHaveLength(1);
  });
});
