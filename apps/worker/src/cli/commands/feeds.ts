import type { FeedStart } from "@sagascope/core";
import type { FeedHolder, FeedView } from "@sagascope/core/postgres";
import { ageText } from "../age-text.ts";
import { argumentsOf, textOf } from "../arguments.ts";
import type { Command, Invocation } from "../command.ts";
import type { EngineDoor } from "../door/engine-door.ts";
import { DOOR_HELP, DOOR_OPTIONS, withDoor } from "../door/with-door.ts";
import { NotFoundError, UsageError } from "../errors.ts";
import { tableText } from "../table-text.ts";

const POSITION = /^\d{1,19}$/;
const DATE = /^\d{4}-\d\d-\d\d/;

/** `sagascope feeds list` */
export const feedsList: Command = {
  summary: "List feeds: how far each partition is, who leads it, and what stands in its way.",
  usage: "[--project NAME]",
  options: { ...DOOR_OPTIONS, project: { type: "string" } },
  help: { ...DOOR_HELP, project: "only those of one project" },
  run: async (invocation) => {
    argumentsOf(invocation.positionals, []);
    const project = textOf(invocation.options, "project");
    const { feeds, holders } = await withDoor(invocation, async (door) => ({
      feeds: await door.listFeeds(project),
      holders: await door.listFeedHolders(),
    }));
    for (const holder of holders) invocation.output.note(holderText(holder));
    invocation.output.result({ count: feeds.length, feeds, holders }, feedsText(feeds));
  },
};

/** `sagascope feeds move` */
export const feedsMove: Command = {
  summary:
    "Put a feed's cursors somewhere else: what follows is handed on, again if it was before.",
  usage: "FEED --to START --reason TEXT --yes [--project NAME]",
  options: {
    ...DOOR_OPTIONS,
    to: { type: "string" },
    reason: { type: "string" },
    yes: { type: "boolean" },
    project: { type: "string" },
  },
  help: {
    ...DOOR_HELP,
    to: "earliest, latest, a position, or a time such as 2026-03-01T10:00:00Z; handed on from there",
    reason: "why; kept in the audit",
    yes: "really do it",
    project: "needed if several projects have a feed of that name",
  },
  run: async (invocation) => {
    const { options, positionals, output } = invocation;
    const { FEED: feed } = argumentsOf(positionals, ["FEED"]);
    const to = readStart(options);
    const reason = readReason(options);
    const { project, moved } = await withDoor(invocation, async (door) => {
      const owner = await findProject(door, feed, options);
      return { project: owner, moved: await door.moveFeed({ project: owner, feed, reason, to }) };
    });
    const from = moved.from.map((position) => position ?? "the beginning").join(", ");
    const target = moved.to === null ? "the beginning" : `behind ${moved.to}`;
    output.result(
      { project, feed, ...moved },
      `feed ${project}/${feed}: from ${from} to ${target}`,
    );
  },
};

/** `sagascope feeds forget` */
export const feedsForget: Command = {
  summary: "Forget a feed that is no longer declared, and how far it came.",
  usage: "FEED --reason TEXT --yes [--project NAME]",
  options: {
    ...DOOR_OPTIONS,
    reason: { type: "string" },
    yes: { type: "boolean" },
    project: { type: "string" },
  },
  help: {
    ...DOOR_HELP,
    reason: "why; kept in the audit",
    yes: "really do it",
    project: "needed if several projects have a feed of that name",
  },
  run: async (invocation) => {
    const { options, positionals, output } = invocation;
    const { FEED: feed } = argumentsOf(positionals, ["FEED"]);
    const reason = readReason(options);
    const project = await withDoor(invocation, async (door) => {
      const owner = await findProject(door, feed, options);
      await door.forgetFeed({ project: owner, feed, reason });
      return owner;
    });
    output.result({ project, feed, forgotten: true }, `feed ${project}/${feed} is forgotten`);
  },
};

/** @throws {UsageError} unless it is a start */
export function readStart(options: Invocation["options"]): FeedStart {
  const text = textOf(options, "to");
  if (text === undefined) throw new UsageError("--to is missing");
  if (text === "earliest" || text === "latest") return text;
  if (POSITION.test(text)) return { position: text };
  const time = new Date(DATE.test(text) ? text : Number.NaN);
  if (!Number.isNaN(time.getTime())) return { time };
  throw new UsageError(`--to must be earliest, latest, a position or a time, got '${text}'`);
}

/** @throws {UsageError} unless all is said that the operation needs */
export function readReason(options: Invocation["options"]): string {
  const reason = textOf(options, "reason") ?? "";
  if (reason.trim() === "") throw new UsageError("--reason is required: it is kept");
  if (options.yes !== true) throw new UsageError("nothing is done without --yes");
  return reason;
}

/** @throws {NotFoundError | UsageError} unless exactly one project has such a feed */
async function findProject(
  door: Pick<EngineDoor, "listFeeds">,
  feed: string,
  options: Invocation["options"],
): Promise<string> {
  const views = await door.listFeeds(textOf(options, "project"));
  const named = views.filter(({ name }) => name === feed);
  const [project, ...others] = new Set(named.map((view) => view.project));
  if (project === undefined) throw new NotFoundError(`no feed '${feed}'`);
  if (others.length === 0) return project;
  const names = [project, ...others].join(", ");
  throw new UsageError(`projects ${names} have a feed '${feed}': say which with --project`);
}

function feedsText(feeds: readonly FeedView[]): string {
  return tableText(
    ["FEED", "PARTITION", "TOPIC", "SINK", "POSITION", "BEHIND", "OLDEST", "LEADER", "STATE"],
    feeds.map((feed) => [
      `${feed.project}/${feed.name}`,
      feed.partitions === 1 ? "-" : `${feed.partition}/${feed.partitions}`,
      feed.topic,
      feed.target === null ? feed.sink : `${feed.sink} ${feed.target}`,
      feed.position ?? "-",
      String(BigInt(feed.behind) + BigInt(feed.notNumbered)),
      feed.oldestAt === null ? "-" : ageText(feed.now.getTime() - feed.oldestAt.getTime()),
      feed.leader ?? "-",
      stateText(feed),
    ]),
    "no feeds",
  );
}

function stateText(feed: FeedView): string {
  if (!feed.declared) return "not declared any more";
  if (feed.streamState !== "open") return "its topic is being numbered";
  if (feed.lastError !== null) return `fails: ${feed.lastError.message}`;
  return feed.leader === null ? "nobody runs it" : "runs";
}

function holderText({ topic, pid, application, openSince, now }: FeedHolder): string {
  const who = pid === null ? "a prepared transaction" : `process ${pid} (${application || "?"})`;
  const age =
    openSince === null ? "" : `, open for ${ageText(now.getTime() - openSince.getTime())}`;
  return `feeds of topic ${topic} wait for ${who}${age}`;
}
