import type { LaneName, Work } from "../dispatcher/work.ts";
import type { CommandRecord } from "../engine/records.ts";
import type { Logger } from "../kernel/logger.ts";
import type { OperationDependencies } from "../operations/operation-dependencies.ts";
import { runCommand } from "../operations/run-command.ts";

const COMMANDS_MAX = 50;

export interface CommandPollerDependencies extends OperationDependencies {
  readonly logger: Logger;
  /** The shards whose lanes are this worker's. */
  readonly heldShards: () => readonly number[];
  readonly dispatcher: { add(work: Extract<Work, { readonly kind: "command" }>): void };
  /** A call may be waiting to be claimed. */
  readonly onEffects: () => void;
}

/** Takes operators' requests: dry runs are answered at once, real ones go through the lane of their subject. */
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
        const shards = deps.heldShards();
        if (shards.length === 0) return;
        const claimed = await deps.commands.claimCommands(shards, COMMANDS_MAX);
        for (const command of claimed) await perform(deps, command);
        again ||= claimed.length === COMMANDS_MAX;
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
    const lane = command.dryRun ? undefined : await laneOf(deps, command);
    if (lane === undefined) {
      await runCommand(deps, command);
      return;
    }
    deps.dispatcher.add({ kind: "command", command, lane });
    deps.onEffects();
  } catch (error) {
    // Left claimed: it is taken again when its lease ends, by a worker that can reach the store.
    deps.logger.warn("a command could not be performed", { commandId: command.id, error });
  }
}

/** Whose order it is; undefined when it moves no instance. */
async function laneOf(
  { commands }: CommandPollerDependencies,
  { kind, target }: CommandRecord,
): Promise<LaneName | undefined> {
  const { machineId, subject, letterId } = target;
  if (machineId !== undefined && subject !== undefined) return { machineId, subject };
  if (kind === "resolve" || letterId === undefined) return undefined;
  const letter = await commands.findLetter(letterId);
  return letter && { machineId: letter.machineId ?? letter.consumer, subject: letter.subject };
}
