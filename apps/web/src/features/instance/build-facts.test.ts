import { describe, expect, it } from "vitest";
import { buildFacts } from "./build-facts.ts";
import { at, makeCall, makeMoment, makeStep } from "./testing/make-instance.ts";

const timer = {
  ref: "t",
  label: "after.5000",
  state: "reserve",
  revision: 1,
  scheduledAt: at(10),
  dueAt: at(15),
};
const letter = {
  id: "l1",
  title: "boom",
  eventType: "x",
  consumer: "fulfil",
  subject: "order-42",
  attempts: 5,
  envelopeId: null,
  lastSeenAt: at(20),
  resolvedAt: null,
  own: true,
};

describe("buildFacts", () => {
  it("gives the chart its call, its timer and its letter", () => {
    const error = {
      name: "E",
      message: "a very long message from the card company",
      at: at(12),
      attempt: 1,
    };
    const calls = [makeCall({ status: "dead", errors: [error] })];
    const facts = buildFacts(makeMoment({ calls, timers: [timer], letters: [letter] }), at(30));
    expect(facts.timers).toMatchObject([{ state: "reserve", label: "after.5000", running: true }]);
    expect(facts.effects).toMatchObject([{ state: "reserve", src: "reserveStock", attempt: 1 }]);
    expect(facts.effects[0]?.error).toHaveLength(28);
    expect(facts.letters).toEqual(["reserve"]);
  });

  it("leaves out of the past what came after it", () => {
    const steps = [makeStep(1), makeStep(2, { states: ["charge"] })];
    const calls = [
      makeCall(),
      makeCall({ id: "2", ref: "charge", src: "chargeCard", revision: 2 }),
    ];
    const facts = buildFacts(
      makeMoment({ calls, timers: [{ ...timer, revision: 2 }], letters: [letter] }, steps, 1),
      at(30),
    );
    expect(facts.history.map(({ revision }) => revision)).toEqual([1]);
    expect(facts.effects.map(({ src }) => src)).toEqual(["reserveStock"]);
    expect(facts.timers).toEqual([]);
    expect(facts.letters).toEqual([]);
    expect(facts.status).toBe("active");
  });

  it("draws a resolved letter no more", () => {
    const letters = [{ ...letter, resolvedAt: at(25) }];
    expect(buildFacts(makeMoment({ letters }), at(30)).letters).toEqual([]);
  });
});
