import type { Command } from "./command.ts";
import { migrate } from "./commands/migrate.ts";
import { up } from "./commands/up.ts";
import { worker } from "./commands/worker.ts";

/** Every command by its name, which may be several words: `token create`. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  up,
  migrate,
  worker,
};
