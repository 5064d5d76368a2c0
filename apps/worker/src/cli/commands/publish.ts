import type { Envelope, ScheduleTime } from "@sagascope/core";
import type { RefusedEnvelope } from "../../services/publish/read-envelopes.ts";
import { argumentsOf, textOf } from "../arguments.ts";
import type { Command } from "../command.ts";
import { UsageError } from "../errors.ts";

const FILE_BYTES_MAX = 32 * 1_048_576;
/** More in one transaction would hold up everybody else. */
const EVENTS_MAX = 10_000;

/** `sagascope publish` */
export const publish: Command = {
  summary: "Publish the CloudEvents of a file to a topic, now or later: all of them, or none.",
  usage: "TOPIC FILE [--delay AGE | --at TIME] [--key KEY]",
  options: { delay: { type: "string" }, at: { type: "string" }, key: { type: "string" } },
  help: {
    delay: "publish them so long from now by the database's clock: 90s, 15m, 12h, 2d",
    at: "publish them then: 2026-03-01T10:00:00Z",
    key: "name of the one event that is published later: what waits under it is replaced",
  },
  run: async (invocation) => {
    const { findTopic } = await import("@sagascope/core/postgres");
    const { readEnvelopes } = await import("../../services/publish/read-envelopes.ts");
    const { scheduleTimeOf } = await import("../../services/publish/schedule-time.ts");
    const { withDatabase } = await import("../open-database.ts");
    const { readText } = await import("../read-text.ts");
    const { positionals, cwd, output } = invocation;
    const { TOPIC: topic, FILE: file } = argumentsOf(positionals, ["TOPIC", "FILE"]);
    const time = scheduleTimeOf(invocation.options);
    const key = textOf(invocation.options, "key");
    const text = await readText(file, cwd, FILE_BYTES_MAX);
    const { envelopes, refused } = readEnvelopes(text);
    const total = envelopes.length + refused.length;
    for (const refusal of refused) output.note(refusalText(refusal));
    if (refused.length > 0) {
      throw new UsageError(`${refused.length} of ${total} event(s) refused, nothing was published`);
    }
    if (total === 0) throw new UsageError(`file '${file}' has no events`);
    if (total > EVENTS_MAX) {
      throw new UsageError(`file '${file}' has ${total} events, the limit is ${EVENTS_MAX}`);
    }
    checkKey(key, time, total);
    const done = await withDatabase(invocation, async (sql) => {
      if ((await findTopic(sql, topic)) === undefined) {
        throw new UsageError(`topic '${topic}' is not declared`);
      }
      return time === undefined
        ? publishNow(sql, topic, envelopes)
        : publishLater(sql, topic, envelopes, { ...time, ...(key === undefined ? {} : { key }) });
    });
    const ids = envelopes.map(({ id }) => id);
    output.result({ topic, ids, ...done }, ids.join("\n"));
  },
};

type Sql = Parameters<typeof import("@sagascope/core/postgres").publishEvents>[0];

async function publishNow(sql: Sql, topic: string, envelopes: readonly Envelope[]) {
  const { publishEvents } = await import("@sagascope/core/postgres");
  const { deliveries } = await publishEvents(sql, { topic, envelopes, direction: "received" });
  return { deliveries };
}

async function publishLater(
  sql: Sql,
  topic: string,
  envelopes: readonly Envelope[],
  when: ScheduleTime & { readonly key?: string },
) {
  const { scheduleEvents } = await import("@sagascope/core/postgres");
  const events = envelopes.map((envelope) => ({ topic, envelope, ...when }));
  const { keys, replaced } = await scheduleEvents(sql, events, "received");
  return { keys, replaced };
}

/** @throws {UsageError} unless the key names one event that is published later */
function checkKey(key: string | undefined, time: ScheduleTime | undefined, total: number): void {
  if (key === undefined) return;
  if (time === undefined) throw new UsageError("--key needs --delay or --at");
  if (total > 1) throw new UsageError(`--key names one event, the file has ${total}`);
}

function refusalText({ index, field, problem }: RefusedEnvelope): string {
  return `event ${index}${field === undefined ? "" : `, field '${field}'`}: ${problem}`;
}
