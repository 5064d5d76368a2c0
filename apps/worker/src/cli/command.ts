import type { ParseArgsConfig } from "node:util";
import type { Env } from "../env.ts";

/** What a command may use of the process it runs in. */
export interface Invocation {
  /** Options by their long name; absent where not given. */
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly positionals: readonly string[];
  readonly env: Env;
  /** The whole environment, for programs that are started; settings are read from `env`. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Aborted by Ctrl-C and SIGTERM. */
  readonly signal: AbortSignal;
  readonly output: Output;
}

/** Where a command's results and remarks go. */
export interface Output {
  /** The result, once: as text for people, or as one line of JSON under `--json`. */
  result(value: unknown, text: string): void;
  /** A remark for people, on stderr. */
  note(text: string): void;
}

/** One command of `sagascope`. */
export interface Command {
  /** One line for the overview. */
  readonly summary: string;
  /** What follows the command's name, for `--help`. */
  readonly usage: string;
  /** Besides `--json` and `--help`, which every command has. */
  readonly options: NonNullable<ParseArgsConfig["options"]>;
  /** Explanations of the options, by name, for `--help`. */
  readonly help?: Readonly<Record<string, string>>;
  /**
   * Do it. Loads what it needs itself, so that `--help` stays quick.
   *
   * @throws {UsageError} if the arguments cannot be used
   */
  run(invocation: Invocation): Promise<void>;
}
