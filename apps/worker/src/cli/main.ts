import { parseArgs } from "node:util";
import { SagascopeError } from "@sagascope/core/errors";
import { parseEnv } from "../env.ts";
import type { Command, Output } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { UsageError } from "./errors.ts";
import { findCommand } from "./find-command.ts";
import { commandText, overviewText } from "./help.ts";

/** What the command line needs of the process that it runs in. */
export interface Host {
  /** Without the program's own name. */
  readonly argv: readonly string[];
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly signal: AbortSignal;
  /** Write one line to stdout. */
  readonly print: (line: string) => void;
  /** Write one line to stderr. */
  readonly warn: (line: string) => void;
}

const EXIT = { done: 0, failed: 1, usage: 2 } as const;

const COMMON_OPTIONS = { json: { type: "boolean" }, help: { type: "boolean" } } as const;

/**
 * Run one command and return the exit code: 0 done, 1 failed, 2 wrongly called. An error is one line on stderr; under
 * `--json` it is `{"error": {"code", "message"}}`.
 */
export async function main(
  host: Host,
  commands: Readonly<Record<string, Command>> = COMMANDS,
): Promise<number> {
  const json = host.argv.includes("--json");
  try {
    await runCommand(host, commands, json);
    return EXIT.done;
  } catch (error) {
    host.warn(json ? errorJson(error) : `sagascope: ${errorText(error)}`);
    if (host.variables.SAGASCOPE_DEBUG && error instanceof Error) host.warn(`${error.stack}`);
    return error instanceof UsageError ? EXIT.usage : EXIT.failed;
  }
}

async function runCommand(
  host: Host,
  commands: Readonly<Record<string, Command>>,
  json: boolean,
): Promise<void> {
  const [first] = host.argv;
  if (first === undefined || first === "--help" || first === "help") {
    return host.print(overviewText(commands));
  }
  const { name, command, rest } = findCommand(commands, host.argv);
  const { values, positionals } = parse(rest, command);
  if (values.help === true) return host.print(commandText(name, command));
  await command.run({
    options: values,
    positionals,
    env: parseEnv(host.variables),
    variables: host.variables,
    cwd: host.cwd,
    signal: host.signal,
    output: makeOutput(host, json),
  });
}

function parse(args: readonly string[], command: Command) {
  try {
    const options = { ...command.options, ...COMMON_OPTIONS };
    const parsed = parseArgs({ args: [...args], options, allowPositionals: true });
    return { ...parsed, values: parsed.values as Record<string, string | boolean | undefined> };
  } catch (cause) {
    const [firstSentence] = (cause as Error).message.split(". ");
    throw new UsageError(`${firstSentence}`, { cause });
  }
}

function makeOutput(host: Host, json: boolean): Output {
  return {
    result: (value, text) => host.print(json ? JSON.stringify(value) : text),
    note: host.warn,
  };
}

function errorText(error: unknown): string {
  if (error instanceof SagascopeError) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  return `unexpected error: ${message.split("\n")[0]} (SAGASCOPE_DEBUG=1 shows where)`;
}

function errorJson(error: unknown): string {
  const code = error instanceof SagascopeError ? error.code : "UNEXPECTED";
  return JSON.stringify({ error: { code, message: errorText(error) } });
}
