import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { LETTER_ERRORS_MAX } from "../dead-letters/build-letter.ts";
import { toErrorRecord } from "../dead-letters/capture.ts";
import { backoffMs } from "../dispatcher/backoff.ts";
import { DEFAULT_CAUSATION_DEPTH_MAX } from "../dispatcher/causation-depth.ts";
import { DEFAULT_LIMITS } from "../dispatcher/dispatcher-limits.ts";
import { DEFAULT_RELAY_TIMEOUT_MS } from "../dispatcher/relay-runner.ts";
import { DEFAULT_ATTEMPTS_MAX } from "../dispatcher/settle-failure.ts";
import { effectPolicyOf } from "../engine/effect-policy.ts";
import { createEnvelope } from "../envelope/create-envelope.ts";
import {
  DEFAULT_MAX_BYTES,
  MAX_ATTRIBUTE_CHARACTERS,
  MAX_DATA_DEPTH,
} from "../envelope/envelope.ts";
import { dedupKeyOf } from "../inbox/dedup-key.ts";
import { DEFAULT_RECEIPT_TTL_MS } from "../inbox/receipt.ts";
import { defineProject, outboundTopicOf } from "../projects/define-project.ts";
import { systemDocumentOf } from "../projects/project-documents.ts";
import { DEFAULT_EFFECT_CONCURRENCY, DEFAULT_STOP_MS } from "../runtime/engine.ts";
import {
  DEFAULT_CONCURRENCY,
  DEFAULT_DELIVERIES_MAX,
  DEFAULT_ROUNDS_MAX,
} from "../runtime/run-once.ts";
import { RetryPolicy } from "../sagas/retry-policy.ts";
import { sagaBuilder } from "../sagas/saga-builder.ts";

const PAGE = new URL("../../../../docs/reference/defaults.md", import.meta.url);

/** Sections of the page, each a table of `setting | here | there`. */
const sections: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  readFileSync(PAGE, "utf8")
    .split("\n## ")
    .slice(1)
    .map((section) => [
      section.slice(0, section.indexOf("\n")),
      new Map(
        [...section.matchAll(/^\| (?!setting|---)(.+?) \| (.+?) \| .+ \|$/gm)].map(
          ([, setting = "", here = ""]) => [setting, here],
        ),
      ),
    ]),
);

const written = (value: number | string) =>
  typeof value === "number" ? value.toLocaleString("en-US") : value;

const project = defineProject({
  name: "defaults",
  topics: ["events"],
  machines: [{ chart: { id: "m", initial: "a", states: { a: {} } }, logic: {} }],
  routes: [],
});
const [machine] = project.machines;
const retry = new RetryPolicy();
const patient = sagaBuilder("s").step("a", { invoke: "A", timeoutMs: 1 }).logic();

/** The longest key that the inbox takes. */
function longestKey(): number {
  const envelope = createEnvelope({ type: "t", source: "/x", subject: "s" });
  let length = 1;
  try {
    for (; ; length += 1) dedupKeyOf(() => "k".repeat(length + 1), envelope);
  } catch {
    return length;
  }
}

const ofError = toErrorRecord(new Error("x".repeat(5_000)), {
  ...{ attempt: 1, at: new Date(0), scrub: (text: string) => text },
});
const servers = Object.values(systemDocumentOf(project).servers as Record<string, object>);

/** What the code does, under the words of the page. */
const CODE: Readonly<Record<string, readonly [string, Readonly<Record<string, number | string>>]>> =
  {
    "CFG-01": [
      "Handling events",
      {
        "`attemptsMax` of a machine or relay: tries before a dead letter": DEFAULT_ATTEMPTS_MAX,
        "wait after the first failed try, at most": backoffMs(1, () => 1),
        "wait after a failed try, doubled each time up to": backoffMs(100, () => 1),
        "`concurrency` of a run by hand: calls of services at once": DEFAULT_CONCURRENCY,
        "`deliveriesMax` of a run by hand: events handled in it": DEFAULT_DELIVERIES_MAX,
        "`SAGASCOPE_CALLS_MAX` of a worker: calls of services at once": DEFAULT_EFFECT_CONCURRENCY,
        "`SAGASCOPE_HELD_MAX`: events it holds at once": DEFAULT_LIMITS.heldMax,
        "`SAGASCOPE_BATCH_MAX`: steps in one transaction": DEFAULT_LIMITS.batchMax,
        "`SAGASCOPE_BATCHES_MAX`: transactions with steps at once": DEFAULT_LIMITS.batchesMax,
        "`SAGASCOPE_STOP_MS`: to finish what is held when told to stop": DEFAULT_STOP_MS,
        "`onUnknown` of a topic": project.topics[0]?.onUnknown ?? "",
        "`SAGASCOPE_SWEEP_MS`: look for work that no hint announced, each": DEFAULT_LIMITS.sweepMs,
        "`causationDepthMax` of a project": DEFAULT_CAUSATION_DEPTH_MAX,
        "`timeoutMs` of a service": effectPolicyOf({}, true).timeoutMs,
        "the same of a saga step's service, beyond the `timeoutMs` of the step":
          (patient.timeouts?.A ?? 0) - 1,
        "`timeoutMs` of a relay": DEFAULT_RELAY_TIMEOUT_MS,
      },
    ],
    "CFG-03": [
      "Envelopes and the inbox",
      {
        "`maxBytes` of an envelope": DEFAULT_MAX_BYTES,
        "depth of `data`": MAX_DATA_DEPTH,
        "characters of an attribute": MAX_ATTRIBUTE_CHARACTERS,
        "`receiptTtlMs` of a machine: a redelivery is known for": DEFAULT_RECEIPT_TTL_MS,
        "characters of a key of the inbox": longestKey(),
      },
    ],
    "CFG-04": [
      "Dead letters",
      {
        "errors kept with a letter, the newest": LETTER_ERRORS_MAX,
        "characters of an error's message": ofError.message.length,
        "letters that `dlq list` shows": 1_000, // the command's own test holds this
        "`letterRetention` of a project": project.letterRetention === undefined ? "for ever" : "",
      },
    ],
    "CFG-05": [
      "Sagas and choreography",
      {
        "`maxAttempts` of a RetryPolicy": retry.maxAttempts,
        "`baseMs`": retry.baseMs,
        "`factor`": retry.factor,
        "`maxMs`": retry.maxMs,
        "`jitter`": retry.jitter,
        "topic of what a machine publishes": machine === undefined ? "" : outboundTopicOf(machine),
        "`maxRounds` of `runUntilQuiet`": DEFAULT_ROUNDS_MAX,
        "protocol of an AsyncAPI document without servers": servers
          .map((server) => (server as { readonly protocol: string }).protocol)
          .join(),
      },
    ],
  };

describe("the page of defaults", () => {
  it.each(Object.entries(CODE))("says what the code does [%s]", (_id, [section, values]) => {
    const code = Object.entries(values).map(([setting, value]) => [setting, written(value)]);
    expect(Object.fromEntries(sections.get(section) ?? [])).toEqual(Object.fromEntries(code));
  });

  it("has no section that is not compared", () => {
    expect([...sections.keys()]).toEqual(Object.values(CODE).map(([section]) => section));
  });
});

it("the page of settings has the same defaults for what a worker does at once [CFG-01]", () => {
  const page = readFileSync(new URL("settings.md", PAGE), "utf8");
  const said = (name: string) =>
    page.match(new RegExp(`^\\| \`${name}\` \\| \`(\\d+)\` `, "m"))?.[1];
  expect({
    callsMax: said("SAGASCOPE_CALLS_MAX"),
    heldMax: said("SAGASCOPE_HELD_MAX"),
    batchMax: said("SAGASCOPE_BATCH_MAX"),
    batchesMax: said("SAGASCOPE_BATCHES_MAX"),
    sweepMs: said("SAGASCOPE_SWEEP_MS"),
    stopMs: said("SAGASCOPE_STOP_MS"),
  }).toEqual({
    callsMax: String(DEFAULT_EFFECT_CONCURRENCY),
    heldMax: String(DEFAULT_LIMITS.heldMax),
    batchMax: String(DEFAULT_LIMITS.batchMax),
    batchesMax: String(DEFAULT_LIMITS.batchesMax),
    sweepMs: String(DEFAULT_LIMITS.sweepMs),
    stopMs: String(DEFAULT_STOP_MS),
  });
});
