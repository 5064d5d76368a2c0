import type { RefusedEnvelope } from "../../services/publish/read-envelopes.ts";
import { argumentsOf } from "../arguments.ts";
import type { Command } from "../command.ts";
import { UsageError } from "../errors.ts";

const FILE_BYTES_MAX = 32 * 1_048_576;
/** More in one transaction would hold up everybody else. */
const EVENTS_MAX = 10_000;

/** `sagascope publish` */
export const publish: Command = {
  summary: "Publish the CloudEvents of a file to a topic: all of them, or none.",
  usage: "TOPIC FILE",
  options: {},
  run: async (invocation) => {
    const { findTopic, publishEvents } = await import("@sagascope/core/postgres");
    const { readEnvelopes } = await import("../../services/publish/read-envelopes.ts");
    const { withDatabase } = await import("../open-database.ts");
    const { readText } = await import("../read-text.ts");
    const { positionals, cwd, output } = invocation;
    const { TOPIC: topic, FILE: file } = argumentsOf(positionals, ["TOPIC", "FILE"]);
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
    const counts = await withDatabase(invocation, async (sql) => {
      if ((await findTopic(sql, topic)) === undefined) {
        throw new UsageError(`topic '${topic}' is not declared`);
      }
      return publishEvents(sql, { topic, envelopes, direction: "received" });
    });
    const ids = envelopes.map(({ id }) => id);
    output.result({ topic, ids, deliveries: counts.deliveries }, ids.join("\n"));
  },
};

function refusalText({ index, field, problem }: RefusedEnvelope): string {
  return `event ${index}${field === undefined ? "" : `, field '${field}'`}: ${problem}`;
}
