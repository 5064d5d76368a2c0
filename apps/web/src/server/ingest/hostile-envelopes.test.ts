// @vitest-environment node
import { decodeHttpEvents, HttpEventRefusedError, isReservedEventName } from "@sagascope/core";
import { hostileBody } from "@sagascope/core/testing";
import { describe, expect, it } from "vitest";
import { checkEnvelopes, EVENT_BYTES_MAX } from "./check-envelopes.ts";
import { IngestRefusedError } from "./errors.ts";

const SEED = 20_261_130;
const COUNT = 100_000;
const NAMES = { types: ["shop.pay", "shop.spoil"], subjects: ["order-1", "order-2"] };
const HEADERS = new Headers({ "content-type": "application/cloudevents+json" });
const MESSAGE_CHARS_MAX = 2_000; // a refusal must not hand back a megabyte

describe("a hundred thousand hostile envelopes", () => {
  it("are each taken, or refused with a status, a message and the field at fault [SEC-01]", {
    timeout: 1_200_000,
  }, () => {
    const counts = { taken: 0, refused: 0 };
    for (let index = 0; index < COUNT; index += 1) {
      const { body } = hostileBody(SEED, index, NAMES);
      try {
        const envelopes = decodeHttpEvents({
          headers: HEADERS,
          body,
          maxBytes: EVENT_BYTES_MAX,
          maxBatch: 1,
        });
        checkEnvelopes(envelopes);
        const [envelope] = envelopes;
        if (envelopes.length !== 1 || !envelope) throw new Error("not one envelope");
        if (isReservedEventName(envelope.type)) throw new Error("an engine's event came through");
        counts.taken += 1;
      } catch (error) {
        if (!isClearRefusal(error))
          throw new Error(`body ${index} of seed ${SEED}`, { cause: error });
        counts.refused += 1;
      }
    }
    // Both ways are well trodden: a generator that only makes rubbish would prove little.
    expect(counts.taken).toBeGreaterThan(COUNT / 10);
    expect(counts.refused).toBeGreaterThan(COUNT / 4);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

function isClearRefusal(error: unknown): boolean {
  const isOurs = error instanceof HttpEventRefusedError || error instanceof IngestRefusedError;
  return (
    isOurs &&
    [400, 413, 415].includes(error.status) &&
    error.message.length > 0 &&
    error.message.length <= MESSAGE_CHARS_MAX &&
    error.field !== undefined
  );
}
