import type { Purged, RetentionPolicy } from "@sagascope/core";
import type { Backlog, PartitionView } from "@sagascope/core/postgres";
import { currentActor } from "../actor.ts";
import { ageText } from "../age-text.ts";
import { argumentsOf, durationMsOf, textOf } from "../arguments.ts";
import { readConsent } from "../ask-worker.ts";
import type { Command, Invocation } from "../command.ts";
import { UsageError } from "../errors.ts";
import { tableText } from "../table-text.ts";

/** `sagascope outbox stats` */
export const outboxStats: Command = {
  summary: "Say what waits in the outbox and how old it is, and what is stored.",
  usage: "",
  options: {},
  run: async (invocation) => {
    const { listPartitions, measureBacklog } = await import("@sagascope/core/postgres");
    const { withDatabase } = await import("../open-database.ts");
    argumentsOf(invocation.positionals, []);
    const { backlog, partitions } = await withDatabase(invocation, async (sql) => ({
      backlog: await measureBacklog(sql),
      partitions: await listPartitions(sql),
    }));
    invocation.output.result({ ...backlog, partitions }, statsText(backlog, partitions));
  },
};

const AGES = ["events", "history", "instances", "receipts", "operations"] as const;

/** `sagascope outbox purge` */
export const outboxPurge: Command = {
  summary: "Say what is older than the ages given and needed by nobody; delete it when told to.",
  usage:
    "[--events AGE] [--history AGE] [--instances AGE] [--receipts AGE] [--operations AGE] [--no-dry-run --yes --reason TEXT]",
  options: {
    ...Object.fromEntries(AGES.map((name) => [name, { type: "string" } as const])),
    "no-dry-run": { type: "boolean" },
    yes: { type: "boolean" },
    reason: { type: "string" },
  },
  help: {
    events: "envelopes recorded longer ago than this: 30d",
    history: "steps of instances that are over",
    instances: "instances that finished longer ago, with their calls",
    receipts: "receipts of the inbox: what is delivered again later is handled again",
    operations: "operators' commands and bulk jobs that ended longer ago, and frozen selections",
    "no-dry-run": "do it; without this, only say what would go",
    yes: "do not ask; goes with --no-dry-run",
    reason: "why; kept in the audit",
  },
  run: async (invocation) => {
    const { postgresRetentionStore, purgeByHand } = await import("@sagascope/core/postgres");
    const { withDatabase } = await import("../open-database.ts");
    argumentsOf(invocation.positionals, []);
    const policy = readPolicy(invocation.options);
    const { dryRun, reason = "" } = readConsent(invocation.options);
    const { purged } = await withDatabase(invocation, (sql) =>
      dryRun
        ? postgresRetentionStore(sql).preview(policy)
        : purgeByHand(sql, { policy, reason, actor: currentActor() }, invocation.signal),
    );
    invocation.output.result({ dryRun, purged }, purgedText(purged, dryRun));
  },
};

function readPolicy(options: Invocation["options"]): RetentionPolicy {
  const given = AGES.flatMap((name) => {
    const text = textOf(options, name);
    return text === undefined ? [] : [[name, durationMsOf(`--${name}`, text)] as const];
  });
  if (given.length === 0) throw new UsageError("say what is to go: --events 30d, for one");
  const tooShort = given.find(([, keepMs]) => keepMs < DAY_MS);
  if (tooShort !== undefined) throw new UsageError(`--${tooShort[0]} must be a day (1d) or more`);
  return Object.fromEntries(given);
}

/** What retention keeps at least. */
const DAY_MS = 86_400_000;

function purgedText(purged: readonly Purged[], dryRun: boolean): string {
  return tableText(
    ["WHAT", "NAME", "ROWS", "KEPT", "SIZE", dryRun ? "WOULD BE" : "WAS"],
    purged.map((row) => [
      row.what,
      row.name,
      String(row.rows),
      String(row.kept),
      row.bytes === undefined ? "-" : sizeText(row.bytes),
      row.heldBy !== undefined
        ? `kept: held by ${row.heldBy}`
        : row.kind === "partition"
          ? "dropped"
          : "deleted",
    ]),
    "nothing is old enough",
  );
}

function statsText(backlog: Backlog, partitions: readonly PartitionView[]): string {
  const age = (at: Date) => ageText(backlog.now.getTime() - at.getTime());
  const { waiting, due, isCut, nextDueAt } = backlog.scheduled;
  const next =
    nextDueAt === null ? "" : `, ${due} of them due, the next at ${nextDueAt.toISOString()}`;
  return [
    tableText(
      ["TOPIC", "FOR", "WAITING", "RETRYING", "OLDEST"],
      backlog.rows.map((row) => [
        row.topic,
        `${row.kind} ${row.project}/${row.sink}`,
        String(row.waiting),
        String(row.retrying),
        age(row.oldestAt),
      ]),
      "nothing waits",
    ),
    ...(backlog.isCut ? ["(of the oldest hundred thousand; more wait)"] : []),
    `open dead letters: ${backlog.letters.reduce((sum, { dead }) => sum + dead, 0)}`,
    `scheduled: ${isCut ? "at least " : ""}${waiting}${next}`,
    `stored: ${storedText(partitions)}`,
  ].join("\n");
}

function storedText(partitions: readonly PartitionView[]): string {
  return (["events", "history"] as const)
    .map((what) => {
      const own = partitions.filter((partition) => partition.what === what);
      const bytes = own.reduce((sum, partition) => sum + Number(partition.bytes), 0);
      return `${what} ${sizeText(bytes)} in ${own.length} partitions`;
    })
    .join(", ");
}

const SIZES = [
  ["GB", 1e9],
  ["MB", 1e6],
  ["kB", 1e3],
] as const;

function sizeText(bytes: number): string {
  const [unit, size] = SIZES.find(([, least]) => bytes >= least) ?? ["B", 1];
  return `${Math.round((bytes / size) * 10) / 10} ${unit}`;
}
