import { describe, expect, it } from "vitest";
import { ReservedEventError } from "./errors.ts";
import { assertOutsideEvent, serviceDone, serviceFailed, timerFired } from "./machine-events.ts";

describe("events of the engine", () => {
  it("have the exact shape that XState selects transitions by", () => {
    expect(serviceDone("pay", { id: 1 })).toEqual({
      type: "xstate.done.actor.pay",
      output: { id: 1 },
      actorId: "pay",
    });
    expect(serviceFailed("pay", new RangeError("no"))).toEqual({
      type: "xstate.error.actor.pay",
      error: { name: "RangeError", message: "no" },
      actorId: "pay",
    });
    expect(timerFired({ event: "xstate.after.5.m.a" })).toEqual({ type: "xstate.after.5.m.a" });
  });

  it("counts a service that returned nothing as having returned null", () => {
    expect(serviceDone("pay", undefined).output).toBeNull();
  });
});

describe("assertOutsideEvent", () => {
  it.each(["done.invoke.pay", "error.platform.pay", "xstate.done.actor.pay", "after.5", "*", ""])(
    "refuses '%s' from outside, since it would forge the end of a service or a timer",
    (name) => {
      expect(() => assertOutsideEvent(name)).toThrow(ReservedEventError);
    },
  );

  it("lets an event of the chart pass", () => {
    expect(() => assertOutsideEvent("PAID")).not.toThrow();
  });
});
