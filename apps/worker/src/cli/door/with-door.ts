import { isHttpUrl } from "../../env.ts";
import { currentActor } from "../actor.ts";
import { textOf } from "../arguments.ts";
import type { Invocation } from "../command.ts";
import { UsageError } from "../errors.ts";
import type { OperatorDoor } from "./operator-door.ts";

/** Option of every command that works on the database or on a console. */
export const DOOR_OPTIONS = { console: { type: "string" } } as const;
export const DOOR_HELP = {
  console: "ask this console with SAGASCOPE_TOKEN, instead of the database",
};

/**
 * Work wherever the command is told to: on the console of `--console` or SAGASCOPE_CONSOLE with the token of SAGASCOPE_TOKEN,
 * else on the database. A token on the command line would show to everybody on the machine.
 *
 * @throws {UsageError} if the address is no URL, there is no token, or there is no database
 */
export async function withDoor<Result>(
  invocation: Pick<Invocation, "env" | "cwd" | "options">,
  use: (door: OperatorDoor) => Promise<Result>,
): Promise<Result> {
  const { env, options } = invocation;
  const base = textOf(options, "console") ?? env.askedConsole;
  if (base === undefined) {
    const { databaseDoor } = await import("./database-door.ts");
    const { findRing } = await import("../commands/seal-keys.ts");
    const { withDatabase } = await import("../open-database.ts");
    return refusalsAsUsage(() =>
      withDatabase(invocation, (sql) =>
        use(databaseDoor(sql, currentActor(), () => findRing(invocation))),
      ),
    );
  }
  if (!isHttpUrl(base)) throw new UsageError("--console must be an http:// or https:// URL");
  if (env.token === undefined) throw new UsageError("--console needs a token in SAGASCOPE_TOKEN");
  const { consoleApi } = await import("./console-api.ts");
  const { consoleDoor } = await import("./console-door.ts");
  return use(consoleDoor(consoleApi(base, env.token)));
}

/** What core refuses is wrongly asked for: exit code 2. */
async function refusalsAsUsage<Result>(run: () => Promise<Result>): Promise<Result> {
  const { OperationRefusedError, ReplayRefusedError } = await import("@sagascope/core");
  try {
    return await run();
  } catch (error) {
    const isRefused = error instanceof OperationRefusedError || error instanceof ReplayRefusedError;
    if (!isRefused) throw error;
    throw new UsageError(error.message, { cause: error });
  }
}
