import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { RouterOutputs } from "@/trpc/react.tsx";
import { drawWithAnswers } from "@/trpc/testing/draw-with-answers.tsx";
import { ResumeCard } from "./resume-card.tsx";

type Letter = RouterOutputs["deadLetters"]["get"];
type Order = { readonly dryRun: boolean; readonly revision?: number };

const LETTER = {
  ...{ id: "l-1", source: "state", machineId: "order", consumer: "order", subject: "order-42" },
  ...{ resolvedAt: null, resolution: null, waiting: 0 },
} as unknown as Letter;

const report = (dryRun: boolean) => ({
  ...{ dryRun, outcome: "processed", refusals: [], warnings: [], checks: [], transitions: [] },
  ...{ effects: [], publications: [], timers: [], contextChanges: [], branches: [] },
});
const answer = (fields: object) => ({
  ...{ commandId: "c-1", kind: "resume", dryRun: true, status: "done" },
  ...{ requestedAt: new Date(0), finishedAt: new Date(0), report: undefined },
  ...fields,
});
const done = ({ dryRun }: Order) => answer({ dryRun, report: report(dryRun) });

function Card({ letter = LETTER }: { readonly letter?: Letter }) {
  const permissions = ["view", "dryRun", "operate", "resolve"];
  return <ResumeCard letter={letter} permissions={permissions} roleName="responder" />;
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const resume = () => button("Resume 1 instance");
const giveReason = () =>
  fireEvent.change(screen.getByRole("textbox", { name: /Reason/ }), {
    target: { value: "the service is back" },
  });

afterEach(cleanup);

vi.setConfig({ testTimeout: 60_000 }); // a slow machine is no failure

describe("ResumeCard", () => {
  it("resumes from the revision that was rehearsed and from no other", async () => {
    const { callsOf } = drawWithAnswers(<Card />, { "operations.resume": done });
    await screen.findByText("Would be processed");
    giveReason();
    expect(resume().disabled).toBe(false);

    const revision = screen.getByRole("textbox", { name: /From revision/ });
    fireEvent.change(revision, { target: { value: "3" } });
    expect(resume().disabled).toBe(true);
    expect(screen.getByText("Run the dry run for this revision first.")).toBeDefined();

    fireEvent.click(button("Run again"));
    await waitFor(() => expect(resume().disabled).toBe(false));
    fireEvent.click(resume());
    await screen.findByText("Processed.");
    const [, , real] = callsOf("operations.resume").map(({ input }) => input as Order);
    expect(real).toMatchObject({ dryRun: false, revision: 3 });
  });

  it("says that a command failed where the worker gave no report", async () => {
    drawWithAnswers(<Card />, {
      "operations.resume": ({ dryRun }: Order) =>
        dryRun ? done({ dryRun }) : answer({ dryRun, status: "failed" }),
    });
    await screen.findByText("Would be processed");
    giveReason();
    fireEvent.click(resume());
    expect(await screen.findByText("It could not be done.")).toBeDefined();
  });

  it("says that a dry run failed where the worker gave no report", async () => {
    drawWithAnswers(<Card />, { "operations.resume": () => answer({ status: "failed" }) });
    expect(await screen.findByText("The dry run failed.")).toBeDefined();
  });

  it("keeps in sight what came of it once the letter is resolved by it, and drops the dry run", async () => {
    const { draw } = drawWithAnswers(<Card />, { "operations.resume": done });
    await screen.findByText("Would be processed");
    giveReason();
    fireEvent.click(resume());
    await screen.findByText("Processed.");
    draw(<Card letter={{ ...LETTER, resolvedAt: new Date(), resolution: "replayed" } as Letter} />);
    expect(screen.getByText("Processed.")).toBeDefined();
    expect(screen.queryByText("Would be processed")).toBeNull();
    expect(screen.getByText("Resolved")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Resume 1 instance" })).toBeNull();
  });
});
