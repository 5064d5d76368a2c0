import { describe, expect, it } from "vitest";
import type { LetterRecord } from "../engine/records.ts";
import { seal } from "../kernel/seal/seal.ts";
import { TEST_SEAL_KEYS } from "../testing/test-engine.ts";
import { openOriginal } from "./plan-letter-command.ts";

const LETTER: LetterRecord = {
  id: "letter-1",
  consumer: "till",
  workKey: "envelope:e1",
  source: "envelope",
  reason: "max_attempts",
  subject: "o-1",
  eventType: "pay",
  redactedPaths: ["/data/card"],
  redactedEnvelope: { id: "e1", type: "pay", data: { card: "***" } },
  occurrences: 1,
};

/** Whoever parses and writes these anew changes them. */
const TEXTS = [
  '{ "id" :"e1",\n"type":"pay" ,"data":{"n":1.0,"n":2}}',
  '{"id":"e2","data":"\\u00e9 \\ud83d\\ude00 é 😀"}',
  '{"data":12345678901234567890.123456789}',
  "no JSON at all\r\n\t",
];

describe("the original that a replay sends", () => {
  it.each(TEXTS)("is the one that was sealed, byte by byte: %j [RPL-07]", (text) => {
    const sealed = seal(TEST_SEAL_KEYS, Buffer.from(text), LETTER.id);
    const opened = openOriginal({ ...LETTER, sealed }, TEST_SEAL_KEYS);
    expect(opened).toEqual({ kind: "original", text });
  });
});
