import { describe, expect, it } from "vitest";
import {
  addressesOf,
  findMessages,
  type Message,
  madeExample,
  openingMessage,
  shortEvent,
  type Traffic,
  trafficOf,
} from "./document.ts";

const MESSAGE: Message = {
  key: "publish.payment.captured",
  direction: "sends",
  type: "payment.captured",
  summary: "",
  channel: "outbound",
  topic: "events",
  event: undefined,
  publishedAt: [],
  fields: ["total"],
};
const type = (fields: object) => ({
  direction: "sends" as const,
  topic: "events",
  type: "payment.captured",
  count: 1,
  lastAt: new Date(0),
  trend: [],
  example: { value: null, masked: 0 },
  ...fields,
});
const trafficFrom = (types: Traffic["types"]): Traffic => ({
  since: new Date(0),
  until: new Date(60_000),
  isCut: false,
  types,
  letters: [],
});

describe("trafficOf", () => {
  it("takes the type on the message's own topic and way, and no other", () => {
    const others = [type({ direction: "receives" }), type({ topic: "money" }), type({ type: "x" })];
    expect(trafficOf(MESSAGE, trafficFrom(others))).toBeUndefined();
    expect(trafficOf(MESSAGE, trafficFrom([...others, type({ count: 7 })]))).toMatchObject({
      count: 7,
    });
  });
});

describe("openingMessage", () => {
  const silent: Message = { ...MESSAGE, key: "publish.payment.declined", type: "payment.declined" };

  it("is the first with traffic, else the first", () => {
    const messages = [silent, MESSAGE];
    expect(openingMessage(messages, undefined)).toBe(silent);
    expect(openingMessage(messages, trafficFrom([]))).toBe(silent);
    expect(openingMessage(messages, trafficFrom([type({})]))).toBe(MESSAGE);
    expect(openingMessage([], trafficFrom([]))).toBeUndefined();
  });
});

describe("addressesOf", () => {
  it("lists an address once with both ways, and channels without one apart", () => {
    const channel = (key: string, topic: string | null, direction: Message["direction"]) => ({
      key,
      topic,
      direction,
      messages: 1,
    });
    const channels = [
      channel("events", "events", "receives"),
      channel("a", null, "receives"),
      channel("b", null, "receives"),
      channel("outbound", "events", "sends"),
    ];
    expect(addressesOf(channels).map(({ topic, directions }) => [topic, directions])).toEqual([
      ["events", ["receives", "sends"]],
      [null, ["receives"]],
      [null, ["receives"]],
    ]);
  });
});

describe("findMessages", () => {
  it("looks in type, event and topic, whatever the case", () => {
    const pay: Message = {
      ...MESSAGE,
      key: "c",
      type: "shop.pay",
      event: "PAY",
      topic: "commands",
    };
    const keysOf = (text: string) => findMessages([MESSAGE, pay], text).map(({ key }) => key);
    expect(keysOf(" ")).toHaveLength(2);
    expect(keysOf("CAPTURED")).toEqual([MESSAGE.key]);
    expect(keysOf("pay")).toHaveLength(2);
    expect(keysOf("command")).toEqual(["c"]);
    expect(keysOf("never")).toEqual([]);
  });
});

describe("madeExample", () => {
  it("has the declared fields without inventing values", () => {
    expect(madeExample(MESSAGE, "payment")).toMatchObject({
      type: "payment.captured",
      machineid: "payment",
      data: { total: null },
    });
  });
});

describe("shortEvent", () => {
  it.each([
    ["done.invoke.charge", "done.charge"],
    ["error.platform.charge", "error.charge"],
    ["after.5000", "after 5000 ms"],
    ["PAY", "PAY"],
  ])("shortens %s to %s", (event, short) => {
    expect(shortEvent(event)).toBe(short);
  });
});
