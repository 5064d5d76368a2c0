// @vitest-environment node
import { asyncapiDocument, parseChart } from "@sagascope/core";
import { describe, expect, it } from "vitest";
import { validateDocument } from "./validate-document.ts";

const TIMEOUT_MS = 60_000; // loading the validator takes most of a second, and more on a busy machine
const document = asyncapiDocument(
  parseChart({ id: "m", initial: "a", states: { a: { on: { GO: "a" } } } }),
);

describe("validateDocument", () => {
  it(
    "names the field of each problem, and checks the same document once",
    async () => {
      const broken = JSON.stringify({ ...document, channels: { inbound: { address: 5 } } });

      const first = validateDocument(broken);
      expect(validateDocument(`${broken}`)).toBe(first);

      const validity = await first;
      expect(validity).toMatchObject({ isValid: false });
      expect(!validity.isValid && validity.problems.map(({ field }) => field)).toContain(
        "channels.inbound.address",
      );
    },
    TIMEOUT_MS,
  );
});
