import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { answerOf, QueryView } from "./query-view.tsx";
import { useTRPC } from "./react.tsx";
import { drawWithAnswers, refusal, SILENCE } from "./testing/draw-with-answers.tsx";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Names({ grows }: { readonly grows?: boolean }) {
  const trpc = useTRPC();
  const [cause, setCause] = useState("one");
  const query = useQuery(
    trpc.deadLetters.care.queryOptions({ cause }, { placeholderData: keepPreviousData }),
  );
  return (
    <>
      <button type="button" onClick={() => setCause("other")}>
        Other
      </button>
      <p>known: {answerOf(query)?.assignee ?? "…"}</p>
      <QueryView query={query} what="names" consequence="There may be some." grows={grows}>
        {({ assignee }) => <b>{assignee}</b>}
      </QueryView>
    </>
  );
}

const answers = (other: () => unknown) => ({
  "deadLetters.care": ({ cause }: { readonly cause: string }) =>
    cause === "one" ? { assignee: "Mara" } : other(),
});

describe("QueryView", () => {
  it("lets what was asked for before bridge a moment, and no more than that", async () => {
    drawWithAnswers(
      <Names />,
      answers(() => SILENCE),
    );
    await screen.findByText("Mara");
    vi.useFakeTimers();
    fireEvent.click(screen.getByRole("button"));
    expect(screen.getByText("Mara")).toBeDefined();
    expect(screen.getByText("known: …")).toBeDefined();
    act(() => void vi.advanceTimersByTime(500));
    expect(screen.queryByText("Mara")).toBeNull();
    expect(screen.getByText("Reading names")).toBeDefined();
  });

  it("keeps what only grows", async () => {
    drawWithAnswers(
      <Names grows />,
      answers(() => SILENCE),
    );
    await screen.findByText("Mara");
    vi.useFakeTimers();
    fireEvent.click(screen.getByRole("button"));
    act(() => void vi.advanceTimersByTime(500));
    expect(screen.getByText("Mara")).toBeDefined();
  });

  it("shows no rows of before where the new ones cannot be read", async () => {
    drawWithAnswers(
      <Names />,
      answers(() => {
        throw refusal("INTERNAL_SERVER_ERROR", "the database did not answer");
      }),
    );
    await screen.findByText("Mara");
    fireEvent.click(screen.getByRole("button"));
    expect((await screen.findByRole("alert")).textContent).toContain("Names could not be read");
    expect(screen.queryByText("Mara")).toBeNull();
  });
});
