import { describe, expect, it } from "vitest";
import { MissingExtraError } from "../../kernel/errors.ts";
import { blame, isTransient } from "./kafka-errors.ts";

const kafkaError = (code: number) => Object.assign(new Error("what it says"), { code });

describe("what Kafka's client says", () => {
  it.each([
    ["a message that was not delivered in time", -192, "BROKER_UNAVAILABLE"],
    ["a connection that broke", -195, "BROKER_UNAVAILABLE"],
    ["servers that are all down", -187, "BROKER_UNAVAILABLE"],
    ["a full queue of its own", -184, "BROKER_UNAVAILABLE"],
    ["a producer that cannot go on", -150, "BROKER_UNAVAILABLE"],
    ["a login that failed", -169, "BROKER_DENIED"],
    ["a leader that moved", 6, "BROKER_UNAVAILABLE"],
    ["too few replicas", 19, "BROKER_UNAVAILABLE"],
    ["a producer that the server has forgotten", 59, "BROKER_UNAVAILABLE"],
    ["a generation that is over", 22, "BROKER_UNAVAILABLE"],
    ["a message that is too large", 10, "BROKER_REFUSED"],
    ["a topic that is not there", 3, "BROKER_REFUSED"],
    ["a topic that the library does not know", -188, "BROKER_REFUSED"],
    ["a topic that is not allowed", 29, "BROKER_DENIED"],
    ["a record that is invalid", 87, "BROKER_REFUSED"],
  ])("%s (%i) is %s", (_, code, expected) => {
    expect(blame(kafkaError(code))).toMatchObject({
      code: expected,
      message: expect.stringMatching(/^kafka: (does not allow it: )?what it says$/),
      cause: { code },
    });
  });

  it("leaves our own errors as they are, and takes what has no code for an outage", () => {
    const missing = new MissingExtraError("@confluentinc/kafka-javascript");
    expect(blame(missing)).toBe(missing);
    for (const error of [
      new Error("Client is disconnected"),
      new DOMException("no answer within 5 ms", "TimeoutError"),
    ]) {
      expect(blame(error)).toMatchObject({ code: "BROKER_UNAVAILABLE" });
    }
  });

  it("may be asked again while the group is being shared out anew, and not once it is a matter of what was asked", () => {
    const mayPass = (code: number) => isTransient({ code });
    expect([27, 16, 22, 25, -185, -195].map(mayPass)).not.toContain(false);
    expect([29, 3, 82, -150, -165].map(mayPass)).not.toContain(true);
  });
});
