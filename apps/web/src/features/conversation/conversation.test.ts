import { describe, expect, it } from "vitest";
import { type Conversation, summaryOf, toGraphEnvelopes } from "./conversation.ts";

const at = (seconds: number) => new Date(Date.UTC(2026, 7, 21, 12, 0, seconds));

function event(id: string, seconds: number, more: Partial<Conversation["events"][number]> = {}) {
  return {
    seq: String(seconds),
    id,
    type: "order.placed",
    source: "/shop",
    subject: "order-42",
    topic: "events",
    causationId: null,
    machineId: null,
    machineVersion: null,
    direction: "received",
    recordedAt: at(seconds),
    ...more,
  };
}

const conversation: Conversation = {
  correlationId: "c-1",
  more: false,
  participants: [],
  events: [
    event("e1", 0),
    event("e2", 4, { causationId: "e1", machineId: "fulfil", machineVersion: "3" }),
    event("e3", 19, { causationId: "lost" }),
    event("e1", 20),
  ],
  consumptions: [
    {
      eventId: "e1",
      machineId: "fulfil",
      subject: "order-42",
      revision: 1,
      at: at(1),
      event: "START",
      states: [],
      phase: "running",
    },
  ],
  waiting: [{ eventId: "e2", sink: "mail", kind: "queue", attempts: 2, dueAt: at(30) }],
  letters: [
    {
      id: "l1",
      envelopeId: "e3",
      consumer: "mail",
      causeTitle: "No template",
      attempts: 5,
      resolvedAt: null,
    },
    {
      id: "l2",
      envelopeId: "e1",
      consumer: "mail",
      causeTitle: "Old",
      attempts: 5,
      resolvedAt: at(9),
    },
  ],
};

describe("toGraphEnvelopes", () => {
  it("gives each envelope once, with the worst that became of it", () => {
    const envelopes = toGraphEnvelopes(conversation);
    expect(
      envelopes.map(({ id, status, attempts, error }) => [id, status, attempts, error]),
    ).toEqual([
      ["e1", "processed", undefined, undefined],
      ["e2", "waiting", 2, undefined],
      ["e3", "dead-letter", 5, "No template"],
    ]);
  });
});

describe("summaryOf", () => {
  it("counts what is open, what waits and what is not recorded", () => {
    expect(summaryOf(conversation)).toEqual({
      subject: "order-42",
      envelopes: 3,
      services: 2,
      tookMs: 20_000,
      openLetters: 1,
      waiting: 1,
      gaps: 1,
    });
  });
});
