import type { ApiTokenView, TokenScope } from "@sagascope/core/postgres";
import { currentActor } from "../actor.ts";
import { argumentsOf, durationMsOf, limitOf, oneOf, textOf } from "../arguments.ts";
import type { Command, Invocation } from "../command.ts";
import { NotFoundError, UsageError } from "../errors.ts";
import { tableText, timeText } from "../table-text.ts";

const LIST_LIMIT = 1_000;

/** `sagascope token create` */
export const tokenCreate: Command = {
  summary: "Make an API token; it is shown once, on the last line.",
  usage: "--scope SCOPE[,SCOPE] [--name NAME] [--expires 30d]",
  options: {
    scope: { type: "string" },
    name: { type: "string" },
    expires: { type: "string" },
  },
  help: {
    scope: "what it may do: ingest, read, operate, metrics, administer; several with commas",
    name: "what people will know it by",
    expires: "how long it is good for, such as 12h or 30d; for ever if left out",
  },
  run: async (invocation) => {
    const { appendAudit, createApiToken, TOKEN_SCOPES } = await import("@sagascope/core/postgres");
    const { withDatabase } = await import("../open-database.ts");
    const { options, positionals, output } = invocation;
    argumentsOf(positionals, []);
    const scopes = readScopes(options, TOKEN_SCOPES);
    const name = textOf(options, "name") ?? `${scopes.join(" ")} from the command line`;
    const expiresAt = readExpiry(options);
    const actor = currentActor();
    const created = await withDatabase(invocation, (pool) =>
      pool.transaction("create api token", async (sql) => {
        const token = await createApiToken(sql, { name, scopes, createdBy: actor, expiresAt });
        const detail = { name, scopes, expiresAt: expiresAt?.toISOString() ?? null };
        const target = `token ${token.id}`;
        await appendAudit(sql, [
          { actor, action: "token create", target, outcome: "created", detail },
        ]);
        return token;
      }),
    );
    output.note(`token ${created.id} '${name}', shown this once:`);
    output.result(created, created.token);
  },
};

/** `sagascope token list` */
export const tokenList: Command = {
  summary: "List API tokens; never the tokens themselves.",
  usage: "[--limit N]",
  options: { limit: { type: "string" } },
  run: async (invocation) => {
    const { listApiTokens } = await import("@sagascope/core/postgres");
    const { withDatabase } = await import("../open-database.ts");
    argumentsOf(invocation.positionals, []);
    const limit = limitOf(invocation.options, LIST_LIMIT);
    const tokens = await withDatabase(invocation, (sql) => listApiTokens(sql, limit));
    invocation.output.result({ count: tokens.length, tokens }, tokensText(tokens));
  },
};

/** `sagascope token revoke` */
export const tokenRevoke: Command = {
  summary: "Make an API token good for nothing from now on.",
  usage: "ID",
  options: {},
  run: async (invocation) => {
    const { appendAudit, revokeApiToken } = await import("@sagascope/core/postgres");
    const { withDatabase } = await import("../open-database.ts");
    const { ID: id } = argumentsOf(invocation.positionals, ["ID"]);
    const actor = currentActor();
    const name = await withDatabase(invocation, (pool) =>
      pool.transaction("revoke api token", async (sql) => {
        const revoked = await revokeApiToken(sql, id);
        if (revoked === undefined) throw new NotFoundError(`no token with id '${id}'`);
        await appendAudit(sql, [
          {
            actor,
            action: "token revoke",
            target: `token ${id}`,
            outcome: "revoked",
            detail: { name: revoked },
          },
        ]);
        return revoked;
      }),
    );
    invocation.output.result({ id, revoked: true }, `token ${id} '${name}' is revoked`);
  },
};

function readScopes(
  options: Invocation["options"],
  known: readonly TokenScope[],
): readonly TokenScope[] {
  const text = textOf(options, "scope");
  if (text === undefined) throw new UsageError(`--scope is missing: ${known.join(", ")}`);
  return [...new Set(text.split(",").map((word) => oneOf("--scope", word.trim(), known)))];
}

function readExpiry(options: Invocation["options"]): Date | undefined {
  const text = textOf(options, "expires");
  return text === undefined ? undefined : new Date(Date.now() + durationMsOf("--expires", text));
}

function tokensText(tokens: readonly ApiTokenView[]): string {
  return tableText(
    ["ID", "NAME", "SCOPES", "CREATED BY", "CREATED", "EXPIRES", "LAST USED", "REVOKED"],
    tokens.map((token) => [
      token.id,
      token.name,
      token.scopes.join(","),
      token.createdBy,
      timeText(token.createdAt),
      timeText(token.expiresAt),
      timeText(token.lastUsedAt),
      timeText(token.revokedAt),
    ]),
    "no tokens",
  );
}
