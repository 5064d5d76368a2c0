import type { Command } from "./command.ts";
import { UsageError } from "./errors.ts";

/** A command and the arguments after its name. */
export interface FoundCommand {
  readonly name: string;
  readonly command: Command;
  readonly rest: readonly string[];
}

/**
 * The command whose name the arguments begin with.
 *
 * @throws {UsageError} if there is none
 */
export function findCommand(
  commands: Readonly<Record<string, Command>>,
  argv: readonly string[],
): FoundCommand {
  for (const [name, command] of Object.entries(commands)) {
    const words = name.split(" ");
    if (words.every((word, at) => argv[at] === word)) {
      return { name, command, rest: argv.slice(words.length) };
    }
  }
  const given = argv.filter((word) => !word.startsWith("-")).join(" ");
  throw new UsageError(`command '${given}' does not exist: see sagascope --help`);
}
