import { describe, expect, it } from "vitest";
import {
  changesOf,
  findMessages,
  type Message,
  madeExample,
  openingMessage,
  shortEvent,
  type Traffic,
  trafficOf,
  worstOf,
} from "./document.ts";

const MESSAGE: Message = {
  key: "publish.payment.captured",
  direction: "sends",
  type: "payment.captured",
  title: "payment.captured",
  summary: "",
  channel: "outbound",
  topic: "events",
  contentType: "application/cloudevents+json",
  parties: [],
  dataSchema: undefined,
  bindings: {},
  examples: [],
  event: undefined,
  publishedAt: [],
  data: {
    origin: "named",
    isEnvelope: true,
    isCut: false,
    fields: [
      { path: "data.total", name: "total", depth: 0, type: "any", isRequired: false, meaning: "" },
      {
        path: "data.total.cents",
        name: "cents",
        depth: 1,
        type: "any",
        isRequired: false,
        meaning: "",
      },
    ],
  },
};
const type = (fields: object) => ({
  direction: "sends" as const,
  topic: "events",
  type: "payment.captured",
  count: 1,
  subjects: 1,
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

describe("changesOf", () => {
  const change = (fields: object) => ({
    class: "breaking" as const,
    about: "payment.captured",
    direction: "sends" as const,
    path: "data.total",
    what: "is gone",
    before: undefined,
    after: undefined,
    ...fields,
  });
  const changes = {
    since: undefined,
    counts: { breaking: 1, unclear: 0, compatible: 2 },
    isCut: false,
    changes: [
      change({}),
      change({ path: "data.note", class: "compatible" }),
      change({ direction: "receives", class: "compatible" }),
    ],
  };

  it("takes those of the message on its own way, and of a field where one is named", () => {
    expect(changesOf(MESSAGE, changes)).toHaveLength(2);
    expect(changesOf(MESSAGE, changes, "data.note")).toHaveLength(1);
    expect(changesOf(MESSAGE, undefined)).toEqual([]);
  });

  it("tells the worst of them", () => {
    expect(worstOf(changesOf(MESSAGE, changes))).toBe("breaking");
    expect(worstOf(changesOf(MESSAGE, changes, "data.note"))).toBe("compatible");
    expect(worstOf([])).toBeUndefined();
  });
});

describe("findMessages", () => {
  it("looks in type, event and topic, whatever the case", () => {
    const pay: Message = {
      ...MESSAGE,
      key: "c",
      type: "shop.pay",
      title: "shop.pay",
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
