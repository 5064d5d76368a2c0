import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { drawWithAnswers, refusal } from "@/trpc/testing/draw-with-answers.tsx";
import { InstancePair } from "./instance-pair.tsx";

vi.mock("next/navigation", () => ({
  useRouter: () => ({ push: () => {} }),
  usePathname: () => "/compare",
  useSearchParams: () => new URLSearchParams(),
}));
beforeAll(() => {
  Element.prototype.scrollIntoView = () => {}; // jsdom lays nothing out
});
afterEach(cleanup);

const CHART = { id: "order", initial: "open", states: { open: {} } };
const STEP = { revision: 1, at: new Date(0), event: "START", states: ["open"] };
const instance = ({ subject }: { readonly subject: string }) => ({
  ...{ machineId: "order", subject, version: "1", chartId: 1, states: ["open"] },
});

describe("InstancePair", () => {
  it("leaves what it knew under a warning when one side cannot be read any more", async () => {
    let isGone = false;
    const { readAgain } = drawWithAnswers(
      <InstancePair
        first={{ machineId: "order", subject: "order-41" }}
        second={{ machineId: "order", subject: "order-42" }}
        renderInstance={({ own }) => <p>drawn {own.instance.subject}</p>}
      />,
      {
        "instances.get": (key: { readonly subject: string }) => {
          if (!isGone) return instance(key);
          throw refusal("INTERNAL_SERVER_ERROR", "the database did not answer");
        },
        "instances.history": () => ({ steps: [STEP], more: false }),
        "instances.chart": () => ({ chart: CHART }),
        "instances.contextDifference": () => ({ changes: [], more: 0 }),
      },
    );
    await screen.findByText("drawn order-42");
    isGone = true;
    await readAgain();
    expect(
      (await screen.findByText("the database did not answer")).closest("[role=alert]"),
    ).not.toBeNull();
    expect(screen.getByText("drawn order-41")).toBeDefined();
  });
});
