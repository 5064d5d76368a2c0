import { describe, expect, it } from "vitest";
import { readGolden } from "../testing/golden.ts";
import { consumedEventsOf } from "./consumed-events.ts";
import { parseChart } from "./parse-chart.ts";
import { type PublicationSpec, publicationsOf } from "./publications.ts";
import { PUBLISH_TAG } from "./publish-declaration.ts";

interface GoldenChart {
  readonly name: string;
  readonly chart: unknown;
  readonly publish_specs: readonly PublicationSpec[];
  readonly consumed_events: readonly string[];
}

const CASES = [...readGolden<GoldenChart[]>("charts"), ...readGolden<GoldenChart[]>("sagas")];

describe("publicationsOf", () => {
  it.each(CASES)("lists what $name declares, in document order [OBX-07]", (golden) => {
    expect(publicationsOf(parseChart(golden.chart))).toEqual(golden.publish_specs);
  });

  it("calls the tag of announced states 'publish' [OBX-08]", () => {
    const tagged = { id: "m", initial: "a", states: { a: { tags: PUBLISH_TAG } } };

    expect(PUBLISH_TAG).toBe("publish");
    expect(publicationsOf(parseChart(tagged))).toHaveLength(1);
  });
});

describe("consumedEventsOf", () => {
  it.each(CASES)("lists what a caller may send to $name, sorted [API-02]", (golden) => {
    expect(consumedEventsOf(parseChart(golden.chart))).toEqual(golden.consumed_events);
  });
});
