import type { Dispatcher } from "../dispatcher/dispatcher.ts";
import type { CommandRecord, LetterRecord } from "../engine/records.ts";
import { settleOnly } from "../engine/step-commit.ts";
import type { Logger } from "../kernel/logger.ts";
import { auditEntry } from "../operations/plan-replay.ts";
import { emptyReport } from "../operations/replay-report.ts";
import { type ReplayerDependencies, runReplay } from "../operations/replayer.ts";

const COMMANDS_MAX = 50;

export interface CommandPollerDependencies extends ReplayerDependencies {
  readonly logger: Logger;
  readonly dispatcher: Pick<Dispatcher, "add">;
  /** A call may be waiting to be claimed. */
  readonly onEffects: () => void;
}

/** Takes operators' requests: dry runs are answered at once, real replays go through the lane of their subject. */
export interface CommandPoller {
  poll(): Promise<void>;
  /** Poll now; a poll under way is followed by another. */
  wake(): void;
}

export function createCommandPoller(deps: CommandPollerDependencies): CommandPoller {
  let polling = false;
  let again = false;

  const poll = async (): Promise<void> => {
    if (polling) {
      again = true;
      return;
    }
    polling = true;
    try {
      do {
        again = false;
        for (const command of await deps.commands.claimCommands(COMMANDS_MAX)) {
          await perform(deps, command);
        }
      } while (again);
    } finally {
      polling = false;
    }
  };

  return {
    poll,
    wake: () => {
      poll().catch((error: unknown) => deps.logger.warn("commands could not be read", { error }));
    },
  };
}

async function perform(deps: CommandPollerDependencies, command: CommandRecord): Promise<void> {
  try {
    const letterId = command.target.letterId ?? "";
    const letter = await deps.commands.findLetter(letterId);
    if (letter === undefined) return await refuseUnknown(deps, command, letterId);
    if (command.kind === "resolve") return await resolve(deps, command, letter);
    if (command.dryRun) {
      await runReplay(deps, command, letter);
      return;
    }
    const lane = { machineId: letter.machineId ?? letter.consumer, subject: letter.subject };
    deps.dispatcher.add({ kind: "replay", command, lane });
    deps.onEffects();
  } catch (error) {
    // Left claimed: it is taken again when its lease ends, by a worker that can reach the store.
    deps.logger.warn("a command could not be performed", { commandId: command.id, error });
  }
}

async function refuseUnknown(
  deps: CommandPollerDependencies,
  command: CommandRecord,
  letterId: string,
): Promise<void> {
  const report = emptyReport({ id: letterId, subject: "" }, command.dryRun, deps.env.clock.now());
  await deps.commands.finishCommand(command.id, "refused", {
    ...report,
    refusals: [`no dead letter with id '${letterId}'`],
  });
}

/** Close a letter without a replay: somebody dealt with it another way, and says how. */
async function resolve(
  deps: CommandPollerDependencies,
  command: CommandRecord,
  letter: LetterRecord,
): Promise<void> {
  const report = {
    ...emptyReport(letter, command.dryRun, deps.env.clock.now()),
    outcome: "processed" as const,
  };
  if (command.dryRun) {
    await deps.commands.finishCommand(command.id, "done", report);
    return;
  }
  const lane = { machineId: letter.consumer, subject: letter.subject };
  const commit = settleOnly(
    lane,
    [
      { kind: "command-finished", commandId: command.id, status: "done", result: report },
      { kind: "letter-resolved", letterId: letter.id, resolution: "resolved" },
    ],
    { audit: [auditEntry(command, letter, "resolved", {})] },
  );
  await deps.lanes.commit([commit]);
}
