import type { Command } from "../command.ts";
import { getDatabaseUrl } from "../database-url.ts";

/** `sagascope migrate` */
export const migrate: Command = {
  summary: "Bring the database to this version's schema.",
  usage: "",
  options: {},
  run: async (invocation) => {
    const { checkDatabase } = await import("../../services/up/check-database.ts");
    const { migrate: applyMigrations } = await import("@sagascope/database/migrate");
    const databaseUrl = getDatabaseUrl(invocation);
    await checkDatabase(databaseUrl);
    const applied = await applyMigrations(databaseUrl);
    const text = applied.length === 0 ? "nothing to apply" : `applied ${applied.join(", ")}`;
    invocation.output.result({ applied }, text);
  },
};
