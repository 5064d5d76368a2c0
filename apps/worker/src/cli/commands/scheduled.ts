import type { ScheduledEventView } from "@sagascope/core/postgres";
import { currentActor } from "../actor.ts";
import { ageText } from "../age-text.ts";
import { argumentsOf, limitOf, textOf } from "../arguments.ts";
import type { Command, Invocation } from "../command.ts";
import { NotFoundError, UsageError } from "../errors.ts";
import { tableText } from "../table-text.ts";

const LIST_LIMIT = 50;

/** `sagascope scheduled list` */
export const scheduledList: Command = {
  summary: "List events that are to be published later, soonest first.",
  usage: "[--topic NAME] [--limit N]",
  options: { topic: { type: "string" }, limit: { type: "string" } },
  help: { topic: "only those of one topic", limit: `how many at most (${LIST_LIMIT})` },
  run: async (invocation) => {
    const { listScheduled } = await import("@sagascope/core/postgres");
    const { withDatabase } = await import("../open-database.ts");
    argumentsOf(invocation.positionals, []);
    const limit = limitOf(invocation.options, LIST_LIMIT);
    const topic = textOf(invocation.options, "topic");
    const scheduled = await withDatabase(invocation, (sql) =>
      listScheduled(sql, { limit, ...(topic === undefined ? {} : { topic }) }),
    );
    invocation.output.result({ count: scheduled.length, scheduled }, rowsText(scheduled));
  },
};

/** `sagascope scheduled cancel` */
export const scheduledCancel: Command = {
  summary: "Take back an event that is to be published later.",
  usage: "TOPIC KEY --reason TEXT",
  options: { reason: { type: "string" } },
  help: { reason: "why; kept in the audit" },
  run: async (invocation) => {
    const { cancelScheduledByHand } = await import("@sagascope/core/postgres");
    const { withDatabase } = await import("../open-database.ts");
    const { options, positionals, output } = invocation;
    const { TOPIC: topic, KEY: key } = argumentsOf(positionals, ["TOPIC", "KEY"]);
    const reason = reasonOf(options);
    const cancellation = { topic, key, actor: currentActor(), reason };
    const cancelled = await withDatabase(invocation, (sql) =>
      cancelScheduledByHand(sql, cancellation),
    );
    if (cancelled === undefined) {
      throw new NotFoundError(
        `nothing waits under '${key}' on topic '${topic}': it was published, or never set`,
      );
    }
    output.result(
      { topic, key, cancelled: true, ...cancelled },
      `'${key}' on topic '${topic}' is cancelled`,
    );
  },
};

/** Taken back by a person, it is gone without a trace elsewhere. */
function reasonOf(options: Invocation["options"]): string {
  const reason = textOf(options, "reason") ?? "";
  if (reason.trim() === "") throw new UsageError("--reason is required: it is kept");
  return reason;
}

function rowsText(rows: readonly ScheduledEventView[]): string {
  return tableText(
    ["TOPIC", "KEY", "TYPE", "SUBJECT", "DUE AT", "IN"],
    rows.map(({ topic, key, type, subject, dueAt, now }) => [
      topic,
      key,
      type,
      subject,
      dueAt.toISOString(),
      dueAt <= now ? "due" : ageText(dueAt.getTime() - now.getTime()),
    ]),
    "nothing is scheduled",
  );
}
