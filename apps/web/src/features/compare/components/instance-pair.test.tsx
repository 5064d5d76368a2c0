import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { drawWithAnswers, refusal } from "@/trpc/testing/draw-with-answers.tsx";
import { InstancePair } from "./instance-pair.tsx";

const address = vi.hoisted(() => ({ query: "" }));
vi.mock("next/navigation", () => ({
  useRouter: () => ({ push: () => {} }),
  usePathname: () => "/compare",
  useSearchParams: () => new URLSearchParams(address.query),
}));
beforeAll(() => {
  Element.prototype.scrollIntoView = () => {}; // jsdom lays nothing out
});
afterEach(cleanup);

const CHART = { id: "order", initial: "open", states: { open: {} } };
const STEP = { revision: 1, chartId: 1, at: new Date(0), event: "START", states: ["open"] };
const chart = ({ chartId }: { readonly chartId: number }) => ({
  ...{ chartId, version: String(chartId), structureHash: "sha256:1", chart: CHART },
});
const instance = ({ subject }: { readonly subject: string }) => ({
  ...{ machineId: "order", subject, version: "1", chartId: 1, states: ["open"] },
});

describe("InstancePair", () => {
  it("draws an old step in the chart version that it was made on, and says which", async () => {
    address.query = "at=1";
    drawWithAnswers(
      <InstancePair
        first={{ machineId: "order", subject: "order-41" }}
        second={{ machineId: "order", subject: "order-42" }}
        renderInstance={({ own }) => (
          <p>{`${own.instance.subject} on chart ${own.drawn.chartId}`}</p>
        )}
      />,
      {
        "instances.get": (key: { readonly subject: string }) =>
          key.subject === "order-41"
            ? { ...instance(key), version: "2", chartId: 2 }
            : instance(key),
        "instances.history": ({ subject }: { readonly subject: string }) => ({
          steps: [STEP, { ...STEP, revision: 2, chartId: subject === "order-41" ? 2 : 1 }],
          more: false,
        }),
        "instances.chart": chart,
        "instances.contextDifference": () => ({ changes: [], more: 0 }),
      },
    );
    await screen.findByText("order-41 on chart 1");
    expect(screen.getByText(/order v1, step 1; on v2 since/)).toBeDefined();
    expect(screen.getByText("order-42 on chart 1")).toBeDefined();
    address.query = "";
  });

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
        "instances.chart": chart,
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
