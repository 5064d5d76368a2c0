import { describe, expect, it } from "vitest";
import { causeOf } from "./cause.ts";
import { normaliseMessage } from "./normalise-message.ts";

describe("normaliseMessage", () => {
  it.each([
    ['no template "declined/de-AT"', 'no template "…"'],
    ["card answered 503 after 1,250 ms", "card answered <n> after <n> ms"],
    ["timeout of order-42 at 2026-11-29T14:31:52.010Z", "timeout of <id> at <time>"],
    ["connect ECONNREFUSED 127.0.0.1:4290", "connect ECONNREFUSED <address>"],
    ["GET https://card.example/v1/charge?x=1 failed", "GET <url> failed"],
    ["no row 0198c6f1-2a72-7c11-b2a0-5d0000000000", "no row <id>"],
    ["first line\n    at frame (file.ts:1:2)", "first line"],
  ])("masks what varies in %j", (message, masked) => {
    expect(normaliseMessage(message)).toBe(masked);
  });

  it("keeps words apart that only look alike", () => {
    expect(normaliseMessage("card declined")).not.toBe(normaliseMessage("card expired"));
  });
});

describe("causeOf", () => {
  const letter = {
    reason: "max_attempts",
    consumer: "mail",
    eventType: "mail.requested",
    error: { name: "TemplateNotFound", message: 'no template "a"' },
  };

  it("is one for letters that differ only in values, and another for another consumer", () => {
    const other = { ...letter, error: { name: "TemplateNotFound", message: 'no template "b"' } };
    expect(causeOf(other)).toEqual(causeOf(letter));
    expect(causeOf({ ...letter, consumer: "sms" }).fingerprint).not.toBe(
      causeOf(letter).fingerprint,
    );
    expect(causeOf(letter).title).toBe('TemplateNotFound: no template "…"');
  });
});
