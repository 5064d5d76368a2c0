import { describe, expect, it } from "vitest";
import { callerAs } from "../testing/caller-as.ts";

const TOO_LARGE = 2 ** 40;
const key = { machineId: "m", subject: "s" };
const document = { kind: "machine", name: "m" } as const;

describe("a number that no row has, since the database does not count so far", () => {
  it.each([
    ["instances.chart", () => callerAs("viewer").instances.chart({ chartId: TOO_LARGE })],
    ["instances.step", () => callerAs("viewer").instances.step({ ...key, revision: TOO_LARGE })],
    [
      "instances.history",
      () => callerAs("viewer").instances.history({ ...key, before: TOO_LARGE }),
    ],
    ["asyncapi.get", () => callerAs("viewer").asyncapi.get({ ...document, documentId: TOO_LARGE })],
  ])("is refused by %s before it gets there", async (_path, ask) => {
    await expect(ask()).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });
});
