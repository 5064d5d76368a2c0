import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { Overview } from "../overview.ts";
import { ChartsRow } from "./charts-card.tsx";
import { MachinesCard } from "./machines-card.tsx";
import { NumbersCard } from "./numbers-card.tsx";

const trend = { count: 3, trend: [1, 2] };
const line = [1, 2];
const overview = {
  ...{ at: new Date(120_000), inFlight: { ...trend, started: 1 }, causeCount: 1 },
  ...{ completed: trend, compensated: trend, failed: trend, letters: trend },
  ...{ stuck: { count: 0, oldestAt: undefined }, overdue: { count: 0, byMs: 0 } },
  charts: {
    ...{ sinceMs: 0, bucketMs: 60_000, steps: line, published: line, consumed: line, calls: line },
    ...{ completed: line, compensated: line, failed: line, triedAgain: line, deadLettered: line },
    retriedRuns: 0,
  },
  machines: [
    {
      ...{
        machineId: "fulfil",
        version: "3",
        inFlight: 4,
        completed: 5,
        compensated: 6,
        failed: 0,
      },
      where: { calling: 0, waiting: 4, compensating: 0, attention: 0 },
      ...{ letters: 7, medianMs: undefined, p95Ms: undefined },
    },
  ],
} as unknown as Overview;

const hrefOf = (name: RegExp) => screen.getByRole("link", { name }).getAttribute("href");

afterEach(cleanup);

describe("the numbers of the overview", () => {
  it.each(["1h", "24h", "7d"] as const)("lead to the lists of what they count in %s", (range) => {
    render(
      <>
        <NumbersCard overview={overview} range={range} />
        <ChartsRow overview={overview} range={range} />
        <MachinesCard overview={overview} range={range} />
      </>,
    );
    expect(hrefOf(/^Completed/)).toBe(`/instances?phase=completed&ended=${range}`);
    expect(hrefOf(/^Compensated/)).toBe(`/instances?phase=compensated&ended=${range}`);
    expect(hrefOf(/^5$/)).toBe(`/instances?machine=fulfil&phase=completed&ended=${range}`);
    expect(hrefOf(/^6$/)).toBe(`/instances?machine=fulfil&phase=compensated&ended=${range}`);
    expect(hrefOf(/\/s$/)).toBe(`/pipes?range=${range}#dispatchers`);
    expect(hrefOf(/% completed$/)).toBe(`/instances?status=done&ended=${range}`);
    expect(hrefOf(/tried again$/)).toBe(`/pipes?range=${range}#dispatchers`);
  });
});
