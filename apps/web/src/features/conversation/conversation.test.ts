import { describe, expect, it } from "vitest";
import { type Conversation, summaryOf } from "./conversation.ts";

const CONVERSATION: Conversation = {
  correlationId: "c-1",
  subject: "order-42",
  recorded: 5,
  startedAt: new Date(1_000),
  lastAt: new Date(20_000),
  waiting: [],
  waitingCount: 0,
  letters: [],
  letterCount: 0,
  participants: [
    { machineId: "order", subject: "order-7", version: "1", phase: "running", states: [] },
  ],
  participantCount: 1,
};

describe("summaryOf", () => {
  it("counts rows until the drawing counts each envelope once", () => {
    expect(summaryOf(CONVERSATION, undefined)).toEqual({
      ...{ subject: "order-42", envelopes: 5, services: undefined, tookMs: 19_000, gaps: 0 },
    });
    const drawn = { envelopes: 4, services: 2, gaps: 1 };
    expect(summaryOf(CONVERSATION, drawn)).toMatchObject(drawn);
  });

  it("is named after an instance, or its id, when no envelope is left", () => {
    const bare = { ...CONVERSATION, subject: null, recorded: 0, startedAt: null, lastAt: null };
    expect(summaryOf(bare, undefined)).toMatchObject({ subject: "order-7", tookMs: 0 });
    expect(summaryOf({ ...bare, participants: [] }, undefined).subject).toBe("c-1");
  });
});
