import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { TRPCClientError } from "@trpc/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { RouterOutputs } from "@/trpc/react.tsx";
import { drawWithAnswers, refusal } from "@/trpc/testing/draw-with-answers.tsx";
import type { CommandAnswer, Report } from "../report-words.ts";
import { ReplayCard } from "./replay-card.tsx";

const LETTER = {
  id: "l-1",
  resolvedAt: null,
  waiting: 0,
} as unknown as RouterOutputs["deadLetters"]["get"];
const RESPONDER = ["view", "dryRun", "replay", "resolve"];

const report = (fields: Partial<Report>): Report => ({
  letterId: "l-1",
  dryRun: true,
  at: "2026-08-21T14:47:03.000Z",
  outcome: "processed",
  refusals: [],
  warnings: [],
  checks: [],
  subject: "order-42",
  transitions: [],
  effects: [],
  publications: [],
  timers: [],
  contextChanges: [],
  branches: [],
  ...fields,
});
const answer = (fields: Partial<CommandAnswer>): CommandAnswer => ({
  commandId: "c-1",
  kind: "replay",
  dryRun: true,
  status: "done",
  requestedAt: new Date(0),
  finishedAt: new Date(0),
  report: undefined,
  ...fields,
});

/** The card over a server that answers as told. */
const draw = (
  answers: Readonly<Record<string, (input: never) => CommandAnswer>>,
  permissions = RESPONDER,
) =>
  drawWithAnswers(
    <ReplayCard letter={LETTER} permissions={permissions} roleName="responder" />,
    answers,
  );

const replayButton = () =>
  screen.getByRole<HTMLButtonElement>("button", { name: "Replay 1 letter" });
const reason = () => screen.getByRole("textbox", { name: /Reason/ });
const wouldBeProcessed = () => answer({ report: report({}) });

afterEach(cleanup);

vi.setConfig({ testTimeout: 60_000 }); // a slow machine is no failure

describe("ReplayCard", () => {
  it("asks for one dry run when it opens, and replays only with a reason of one's own", async () => {
    const { callsOf } = draw({
      "deadLetters.dryRun": wouldBeProcessed,
      "deadLetters.replay": () => answer({ dryRun: false, report: report({ dryRun: false }) }),
    });
    await screen.findByText("Would be processed");
    expect(callsOf("deadLetters.dryRun")).toHaveLength(1);
    expect(reason()).toHaveProperty("value", "");
    expect(replayButton().disabled).toBe(true);

    fireEvent.change(reason(), { target: { value: "mail v4 is out" } });
    fireEvent.keyDown(reason(), { key: "Enter" });
    expect(callsOf("deadLetters.replay")).toEqual([]);

    fireEvent.click(replayButton());
    await screen.findByText("Processed.");
    expect(callsOf("deadLetters.replay")).toEqual([
      { path: "deadLetters.replay", input: { id: "l-1", reason: "mail v4 is out", force: false } },
    ]);
    expect(screen.queryByRole("button", { name: "Replay 1 letter" })).toBeNull();
  });

  it("offers force only where it helps, and dry-runs with it before it replays with it", async () => {
    const detail = "version moved from 3 to 4";
    const refused = report({
      outcome: "refused",
      refusals: [detail],
      checks: [{ name: "Version", ok: false, detail, forcible: true }],
    });
    const { callsOf } = draw({
      "deadLetters.dryRun": ({ force }: { force: boolean }) =>
        answer({ report: force ? report({ warnings: [detail] }) : refused }),
      "deadLetters.replay": () =>
        answer({ dryRun: false, report: report({ dryRun: false, outcome: "dead_lettered" }) }),
    });
    await screen.findByText("Would be refused");
    fireEvent.change(reason(), { target: { value: "same structure" } });
    expect(replayButton().disabled).toBe(true);

    fireEvent.click(screen.getByRole("checkbox", { name: /Force/ }));
    await screen.findByText("Would be processed");
    fireEvent.click(replayButton());
    await screen.findByText("Failed again.");

    expect(callsOf("deadLetters.dryRun").map(({ input }) => input)).toEqual([
      { id: "l-1", force: false },
      { id: "l-1", force: true },
    ]);
    expect(callsOf("deadLetters.replay")[0]?.input).toMatchObject({ force: true });
    expect(screen.getByRole("button", { name: "Replay 1 letter" })).toBeDefined();
  });

  it("says that it waits for a worker, and shows the answer when one has given it", async () => {
    let worker: "absent" | "back" = "absent";
    draw({
      "deadLetters.dryRun": () => answer({ status: "waiting", finishedAt: undefined }),
      "deadLetters.command": () =>
        worker === "absent"
          ? answer({ status: "waiting", finishedAt: undefined })
          : wouldBeProcessed(),
    });
    await screen.findByText("Waiting for a worker.");
    expect(screen.getByText("Waits for the dry run.")).toBeDefined();

    worker = "back";
    window.dispatchEvent(new Event("visibilitychange")); // reads again at once, as a hint would make it
    await waitFor(() => screen.getByText("Would be processed"));
  });

  it("lets people look who may do no more, and asks nothing for them", async () => {
    const { calls } = draw({}, ["view"]);
    await screen.findByText("The role responder may look.");
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(calls.filter(({ path }) => path.startsWith("deadLetters"))).toEqual([]);
  });

  it("does not say that nothing was asked for where the console did not answer, and keeps the reason", async () => {
    draw({
      "deadLetters.dryRun": wouldBeProcessed,
      "deadLetters.replay": () => {
        throw TRPCClientError.from(new TypeError("Failed to fetch"));
      },
    });
    await screen.findByText("Would be processed");
    fireEvent.change(reason(), { target: { value: "mail v4 is out" } });
    fireEvent.click(replayButton());
    const failed = await screen.findByText("It is not known whether it was done.");
    expect(failed.closest("[role=alert]")?.textContent).toContain("The console did not answer.");
    expect(screen.queryByText("It was not asked for.")).toBeNull();
    expect(reason()).toHaveProperty("value", "mail v4 is out");
  });

  it("says what the server said where it refused", async () => {
    draw({
      "deadLetters.dryRun": wouldBeProcessed,
      "deadLetters.replay": () => {
        throw refusal("BAD_REQUEST", "the letter is resolved");
      },
    });
    await screen.findByText("Would be processed");
    fireEvent.change(reason(), { target: { value: "mail v4 is out" } });
    fireEvent.click(replayButton());
    const failed = await screen.findByText("It was not asked for.");
    expect(failed.closest("[role=alert]")?.textContent).toContain("The letter is resolved.");
  });

  it("takes no resolution while a replay is under way, and keeps that in sight", async () => {
    const waiting = { status: "waiting", finishedAt: undefined } as const;
    draw({
      "deadLetters.dryRun": wouldBeProcessed,
      "deadLetters.replay": () => answer({ dryRun: false, commandId: "c-2", ...waiting }),
      "deadLetters.command": () => answer({ dryRun: false, commandId: "c-2", ...waiting }),
    });
    await screen.findByText("Would be processed");
    fireEvent.change(reason(), { target: { value: "mail v4 is out" } });
    fireEvent.click(replayButton());
    await screen.findByText("Waiting for a worker.");
    fireEvent.click(screen.getByRole("button", { name: "Resolve without a replay" }));
    const resolve = screen.getByRole<HTMLButtonElement>("button", { name: "Resolve 1 letter" });
    expect(resolve.disabled).toBe(true);
    expect(screen.getByText("Waiting for a worker.")).toBeDefined();
  });
});
