import { describe, expect, it } from "vitest";
import {
  isFailing,
  type Notice,
  noticeWords,
  placeOf,
  type Rule,
  ruleWords,
} from "./alert-words.ts";

const rule = (over: Partial<Rule>): Rule => ({
  id: "r",
  name: "r",
  signal: "new-letter",
  threshold: 3,
  machineId: undefined,
  channels: [],
  quiet: undefined,
  enabled: true,
  ...over,
});
const notice = (over: Partial<Notice>): Notice => ({
  id: "1",
  channel: "on call",
  kind: "raised",
  attempts: 0,
  dueAt: new Date(0),
  endedAt: undefined,
  outcome: undefined,
  lastError: undefined,
  ...over,
});

describe("a rule in words", () => {
  it.each([
    [{}, "from 3 letters of a consumer in 5 min"],
    [{ threshold: 1 }, "from 1 letter of a consumer in 5 min"],
    [{ machineId: "mail" }, "from 3 letters of a consumer in 5 min, of mail only"],
    [{ signal: "no-worker" }, "no worker is alive"],
    [{ signal: "compensation-ratio", threshold: 0.1 }, "from 10 % compensated in an hour"],
    [{ signal: "of another version" }, "from 3"],
  ])("%j", (over, words) => {
    expect(ruleWords(rule(over))).toBe(words);
  });
});

describe("a notice in words", () => {
  it.each([
    [{}, "will tell on call", false],
    [{ outcome: "sent", attempts: 1 }, "told on call", false],
    [{ outcome: "sent", kind: "recovered" }, "told on call, that it is over", false],
    [{ attempts: 2, lastError: "503" }, "tells on call again, tried 2×: 503", true],
    [{ outcome: "gave up", lastError: "503" }, "gave up on on call: 503", true],
    [{ outcome: "needless" }, "not told on call: it was over before quiet hours were", false],
  ])("%j", (over, words, failing) => {
    expect(noticeWords(notice(over))).toBe(words);
    expect(isFailing(notice(over))).toBe(failing);
  });
});

describe("what an alert is about", () => {
  it("is listed where its link leads", () => {
    expect(placeOf({ signal: "overdue", subject: "fulfil" })).toBe(
      "/instances?machine=fulfil&attention=overdue",
    );
    expect(placeOf({ signal: "no-worker", subject: "shop" })).toBe("/pipes");
  });
});
