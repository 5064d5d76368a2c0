import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { drawWithAnswers, refusal, SILENCE } from "@/trpc/testing/draw-with-answers.tsx";
import { RedactionPage } from "./redaction-page.tsx";

const PATH = "settings.previewRedaction";
const NOTHING = "Nothing is masked.";
const show = () => screen.getByRole<HTMLButtonElement>("button", { name: "Show what is masked" });
const preview = (masked: readonly object[]) => ({ text: '{"email":"[masked]"}', masked });

afterEach(cleanup);

describe("RedactionPage", () => {
  it("asks nothing before it is told to, and then only once at a time", async () => {
    const { callsOf } = drawWithAnswers(<RedactionPage />, { [PATH]: () => SILENCE });
    expect(screen.getByText("Nothing was tried out yet.")).toBeDefined();
    expect(callsOf(PATH)).toEqual([]);

    fireEvent.click(show());
    await expect.poll(() => show().disabled).toBe(true);
    expect(callsOf(PATH)).toHaveLength(1);
    expect(screen.queryByText(NOTHING)).toBeNull();
  });

  it.each([
    ["BAD_REQUEST", "this is no JSON"],
    ["FORBIDDEN", "the role 'clerk' may not do this"],
  ] as const)(
    "says why it shows nothing, and not that nothing is masked: %s",
    async (code, why) => {
      drawWithAnswers(<RedactionPage />, {
        [PATH]: () => {
          throw refusal(code, why);
        },
      });
      fireEvent.click(show());
      expect((await screen.findByText(why)).getAttribute("role")).toBe("alert");
      expect(screen.queryByText(NOTHING)).toBeNull();
      expect(show().disabled).toBe(false);
    },
  );

  it("says what is masked and by what, or that nothing is", async () => {
    const answers = [preview([{ path: "/email", by: "key" }]), preview([])];
    drawWithAnswers(<RedactionPage />, { [PATH]: () => answers.shift() });
    fireEvent.click(show());
    await screen.findByText("/email");
    expect(screen.getByText("by its name")).toBeDefined();
    expect(screen.getByText("1 part masked")).toBeDefined();

    fireEvent.click(show());
    await screen.findByText(NOTHING);
    expect(screen.queryByText("/email")).toBeNull();
  });
});
