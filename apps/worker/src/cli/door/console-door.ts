import type { ReplayReport } from "@sagascope/core";
import type { LetterSummary, LetterView, ReplayJobView } from "@sagascope/core/postgres";
import { UsageError } from "../errors.ts";
import type { ConsoleApi } from "./console-api.ts";
import { consoleEngineDoor } from "./console-engine-door.ts";
import { type CommandReply, followCommand } from "./follow-command.ts";
import type { LetterAct, LetterListFilter, OperatorDoor } from "./operator-door.ts";

const PAGE_ROWS = 100;

/** Ask a console: it knows who the token belongs to, and what it may do. */
export function consoleDoor(api: ConsoleApi): OperatorDoor {
  return {
    ...consoleEngineDoor(api),
    listLetters: (filter) => listLetters(api, filter),
    findLetter: (id) => findLetter(api, id),
    act: (act) => performAct(api, act),
    purge: (purge) => api.mutate("deadLetters.purge", purge),
    archive: ({ kind, ...request }) => api.mutate(`deadLetters.${kind}`, request),
    unseal: (request) => api.mutate("deadLetters.unseal", request),
    listGroups: ({ consumer: machine, ...filter }) =>
      api.query("deadLetters.groups", { ...filter, machine }),
    findCare: (cause) => api.query("deadLetters.care", { cause }),
    assign: (cause, assignee, reason) =>
      api.mutate("deadLetters.assign", { cause, assignee, reason }),
    note: (cause, note, reason) => api.mutate("deadLetters.note", { cause, note, reason }),
    preview: (project, { consumer: machine, eventType: type, subject: q, ...filter }) =>
      api.mutate("replayJobs.preview", { project, machine, type, q, ...filter }),
    startJob: ({ dryRun = true, ...request }) =>
      api.mutate(dryRun ? "replayJobs.rehearse" : "replayJobs.start", request),
    changeJob: (id, change, reason) => api.mutate("replayJobs.change", { id, change, reason }),
    listJobs: (limit) => api.query("replayJobs.list", { limit }),
    findJob: (id) => orUndefined(api.query<ReplayJobView>("replayJobs.get", { id })),
    listItems: (id, all, limit) =>
      api.query("replayJobs.items", { id, which: all ? "all" : "notThrough", limit }),
    searchAudit: ({ text: q, ...filter }, page) =>
      api.query("audit.rows", { filter: { ...filter, q }, ...page }),
  };
}

interface Page {
  readonly rows: readonly LetterSummary[];
  readonly nextCursor: string | undefined;
}

async function listLetters(
  api: ConsoleApi,
  { all, machineId, cause, archived, limit }: LetterListFilter,
): Promise<readonly LetterSummary[]> {
  const state = archived ? "archived" : all ? "all" : "open";
  const filter = { state, machine: machineId, cause };
  const rows: LetterSummary[] = [];
  let cursor: string | undefined;
  do {
    const rest = Math.min(PAGE_ROWS, limit - rows.length);
    const page: Page = await api.query("deadLetters.list", { filter, cursor, limit: rest });
    rows.push(...page.rows);
    cursor = page.nextCursor;
  } while (cursor !== undefined && rows.length < limit);
  return rows.reverse(); // a console lists the newest first
}

type Shown = LetterView & { readonly sealKeyId: string | null };

async function findLetter(api: ConsoleApi, id: string): Promise<LetterView | undefined> {
  const letter = await orUndefined(api.query<Shown>("deadLetters.get", { id }));
  if (letter === undefined) return undefined;
  return { ...letter, originalKept: letter.sealKeyId !== null };
}

async function performAct(
  api: ConsoleApi,
  { kind, letterId: id, dryRun, force, reason, edit, timeoutMs }: LetterAct,
): Promise<ReplayReport> {
  if (kind === "resolve" && dryRun) {
    throw new UsageError("resolve has no dry run at a console: add --no-dry-run --yes --reason");
  }
  const own = kind === "resolve" ? "resolve" : dryRun ? "dryRun" : "replay";
  const path = edit === undefined ? own : "editAndReplay";
  const input =
    kind === "resolve"
      ? { id, reason }
      : { id, force, reason, ...(edit === undefined ? {} : { edit, dryRun }) };
  const asked = await api.mutate<CommandReply<ReplayReport>>(`deadLetters.${path}`, input);
  return followCommand(api, "deadLetters.command", asked, timeoutMs);
}

/** What is not there is not an error of the caller's here. */
async function orUndefined<Found>(asked: Promise<Found>): Promise<Found | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof UsageError && error.message.startsWith("no ")) return undefined;
    throw error;
  }
}
