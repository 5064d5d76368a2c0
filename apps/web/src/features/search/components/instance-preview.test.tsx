import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { drawWithAnswers, refusal } from "@/trpc/testing/draw-with-answers.tsx";
import { InstancePreview } from "./instance-preview.tsx";

const INSTANCE = {
  ...{ subject: "order-42", machineId: "order", version: "3", phase: "running", revision: 2 },
  ...{ startedAt: new Date(0), calls: [], timers: [], letters: [] },
};

afterEach(cleanup);

describe("InstancePreview", () => {
  it("tells steps that could not be read from none", async () => {
    drawWithAnswers(<InstancePreview machineId="order" subject="order-42" />, {
      "instances.get": () => INSTANCE,
      "instances.history": () => {
        throw refusal("INTERNAL_SERVER_ERROR", "the database did not answer");
      },
    });
    expect((await screen.findByRole("alert")).textContent).toBe(
      "Its steps could not be read: the database did not answer.",
    );
    expect(screen.getByText("order-42")).toBeDefined();
  });
});
