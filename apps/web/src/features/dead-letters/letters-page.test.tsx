import { act, cleanup, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { drawWithAnswers, SILENCE } from "@/trpc/testing/draw-with-answers.tsx";
import { LettersPage } from "./letters-page.tsx";

const address = vi.hoisted(() => ({ search: "", onChange: () => {} }));
vi.mock("next/navigation", () => ({
  useRouter: () => ({ push: () => {} }),
  usePathname: () => "/dead-letters",
  useSearchParams: () => {
    const [, drawAnew] = useState(0);
    address.onChange = () => drawAnew((times) => times + 1);
    return new URLSearchParams(address.search);
  },
}));

const NOBODY = { permissions: [], role: "viewer" };
const FACETS = { letters: 12, machines: [], reasons: [], types: [], resolvedInWeek: 0 };
const NO_ROWS = { rows: [], nextCursor: undefined, lookedEnough: false };
const answers = {
  "session.me": () => NOBODY,
  "deadLetters.facets": (): unknown => FACETS,
  "deadLetters.causes": () => ({ causes: [], more: false }),
  "deadLetters.list": (): unknown => NO_ROWS,
};

beforeEach(() => {
  address.search = "";
});
afterEach(cleanup);

describe("LettersPage", () => {
  it("says that nothing needs anybody where there is no letter at all", async () => {
    drawWithAnswers(<LettersPage />, answers);
    expect(await screen.findByText("No dead letters.")).toBeDefined();
  });

  it("says of an empty page further on only that there is nothing further on", async () => {
    address.search = "after=cursor";
    drawWithAnswers(<LettersPage />, answers);
    expect(await screen.findByText("There is nothing further on.")).toBeDefined();
    expect(screen.queryByText("No dead letters.")).toBeNull();
    expect(screen.getByRole("button", { name: "Back to the newest" })).toBeDefined();
  });

  it("says that there is more to look through where so many letters held no match", async () => {
    address.search = "q=42";
    const list = () => ({ rows: [], nextCursor: "c", lookedEnough: true });
    drawWithAnswers(<LettersPage />, { ...answers, "deadLetters.list": list });
    expect(await screen.findByText("None among those that were looked through.")).toBeDefined();
    expect(screen.queryByText("No letter fits.")).toBeNull();
    expect(screen.getByRole("button", { name: "Look further" })).toBeDefined();
  });

  it("counts nothing under a filter before it is counted", async () => {
    const facets = ({ filter }: { readonly filter: { readonly state: string } }) =>
      filter.state === "open" ? FACETS : SILENCE;
    const read = { ...answers, "deadLetters.facets": facets };
    drawWithAnswers(<LettersPage />, read);
    expect(await screen.findByText("12 open in 0 causes")).toBeDefined();
    address.search = "state=resolved";
    act(() => address.onChange());
    expect(await screen.findByText("…")).toBeDefined();
    expect(screen.queryByText(/12 resolved/)).toBeNull();
  });
});
