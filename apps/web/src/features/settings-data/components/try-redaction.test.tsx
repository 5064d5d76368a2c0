import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { drawWithAnswers, refusal, SILENCE } from "@/trpc/testing/draw-with-answers.tsx";
import { TryRedaction } from "./try-redaction.tsx";

const PATH = "settings.previewRedaction";
const RULES = {
  "settings.redactionRules": () => [
    { project: "shop", machineId: undefined, settings: {}, registeredAt: new Date(0) },
    { project: "shop", machineId: "order", settings: {}, registeredAt: new Date(0) },
  ],
};
const NOTHING = "Nothing is masked.";
const show = () => screen.getByRole<HTMLButtonElement>("button", { name: "Show what is masked" });
const preview = (masked: readonly object[]) => ({ text: '{"email":"[masked]"}', masked });

afterEach(cleanup);

describe("TryRedaction", () => {
  it("asks nothing before it is told to, and then only once at a time", async () => {
    const { callsOf } = drawWithAnswers(<TryRedaction />, {
      ...RULES,
      [PATH]: () => SILENCE,
    });
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
      drawWithAnswers(<TryRedaction />, {
        ...RULES,
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
    drawWithAnswers(<TryRedaction />, { ...RULES, [PATH]: () => answers.shift() });
    fireEvent.click(show());
    await screen.findByText("/email");
    expect(screen.getByText("by its name")).toBeDefined();
    expect(screen.getByText("1 part masked")).toBeDefined();

    fireEvent.click(show());
    await screen.findByText(NOTHING);
    expect(screen.queryByText("/email")).toBeNull();
  });

  it("tries the rules that are chosen: typed ones, everybody's, or a machine's", async () => {
    const { callsOf } = drawWithAnswers(<TryRedaction />, {
      ...RULES,
      [PATH]: () => preview([]),
    });
    const choose = (value: string) =>
      fireEvent.change(screen.getByLabelText("By which rules"), { target: { value } });
    fireEvent.change(screen.getByLabelText(/^Mask these names/), {
      target: { value: "lot, bin," },
    });
    await screen.findByText("By the rules of order");
    for (const value of ["typed", "shared", "machine order"]) {
      choose(value);
      await expect.poll(() => show().disabled).toBe(false);
      fireEvent.click(show());
      await screen.findByText(NOTHING);
    }
    expect(screen.queryByLabelText(/^Mask these names/)).toBeNull();
    const asked = callsOf(PATH).map(({ input }) => (input as { readonly by: unknown }).by);
    expect(asked).toEqual([
      { kind: "typed", extraKeys: ["lot", "bin"], allowedKeys: [], emails: false },
      { kind: "shared" },
      { kind: "machine", machineId: "order" },
    ]);
  });
});
