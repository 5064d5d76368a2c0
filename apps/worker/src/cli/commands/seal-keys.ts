import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { SealKeyRing } from "@sagascope/core";
import { dataFolderAt } from "../../services/up/data-folder.ts";
import { currentActor } from "../actor.ts";
import { argumentsOf, textOf } from "../arguments.ts";
import type { Command, Invocation } from "../command.ts";
import { CommandFailedError, UsageError } from "../errors.ts";
import { tableText } from "../table-text.ts";

/** `sagascope seal-keys list` */
export const sealKeysList: Command = {
  summary: "List which keys sealed how many originals, and which of them are in the ring.",
  usage: "",
  options: {},
  run: async (invocation) => {
    const { listSealKeyUse } = await import("@sagascope/core/postgres");
    const { withDatabase } = await import("../open-database.ts");
    argumentsOf(invocation.positionals, []);
    const ring = await findRing(invocation);
    const used = await withDatabase(invocation, (sql) => listSealKeyUse(sql));
    const known = ring?.keyIds ?? [];
    const ids = [...new Set([...known, ...used.map(({ keyId }) => keyId)])];
    const keys = ids.map((keyId) => ({
      keyId,
      letters: used.find((use) => use.keyId === keyId)?.letters ?? 0,
      inRing: known.includes(keyId),
      current: keyId === ring?.currentKeyId,
    }));
    const lines = keys.map(({ keyId, letters, inRing, current }) => [
      keyId,
      String(letters),
      current ? "current" : inRing ? "yes" : "no: what it sealed cannot be opened",
    ]);
    const text = tableText(["KEY", "LETTERS", "IN THE RING"], lines, "no keys");
    invocation.output.result({ count: keys.length, keys }, text);
  },
};

/** `sagascope seal-keys new` */
export const sealKeysNew: Command = {
  summary: "Make a key for SAGASCOPE_SEAL_KEYS; put it in front of the others.",
  usage: "[--id k2]",
  options: { id: { type: "string" } },
  help: { id: "how it is called; by default after the day" },
  run: async ({ options, positionals, output }) => {
    const { generateSealKey, parseSealKeys } = await import("@sagascope/core");
    argumentsOf(positionals, []);
    const id =
      textOf(options, "id") ?? `k${new Date().toISOString().slice(0, 10).replaceAll("-", "")}`;
    const entry = `${id}:${generateSealKey()}`;
    parseSealKeys(entry);
    output.result({ key: entry }, entry);
  },
};

/** `sagascope seal-keys reseal` */
export const sealKeysReseal: Command = {
  summary: "Seal all originals with the current key, so that older keys may leave the ring.",
  usage: "[--no-dry-run --yes --reason TEXT]",
  options: {
    "no-dry-run": { type: "boolean" },
    yes: { type: "boolean" },
    reason: { type: "string" },
  },
  run: async (invocation) => {
    const { listSealKeyUse, resealLetters } = await import("@sagascope/core/postgres");
    const { readConsent } = await import("../ask-worker.ts");
    const { withDatabase } = await import("../open-database.ts");
    argumentsOf(invocation.positionals, []);
    const consent = readConsent(invocation.options);
    const ring = await findRing(invocation);
    if (ring === undefined) throw new UsageError("no keys: set SAGASCOPE_SEAL_KEYS");
    const { resealed, broken } = await withDatabase(invocation, async (sql) => {
      if (!consent.dryRun) return resealLetters(sql, ring, { ...consent, actor: currentActor() });
      const used = await listSealKeyUse(sql);
      const old = used.filter(
        ({ keyId }) => keyId !== ring.currentKeyId && ring.keyIds.includes(keyId),
      );
      return { resealed: old.reduce((sum, { letters }) => sum + letters, 0), broken: [] };
    });
    const verb = consent.dryRun ? "would be sealed" : "sealed";
    const text = `${resealed} original(s) ${verb} with '${ring.currentKeyId}'`;
    invocation.output.result({ dryRun: consent.dryRun, resealed, broken }, text);
    if (broken.length > 0)
      throw new CommandFailedError(`${broken.length} original(s) cannot be opened`);
  },
};

/**
 * The keys of SAGASCOPE_SEAL_KEYS, or of the house in this folder.
 *
 * @throws {InvalidConfigError} if they are malformed
 */
export async function findRing({
  env,
  cwd,
}: Pick<Invocation, "env" | "cwd">): Promise<SealKeyRing | undefined> {
  const { parseSealKeys } = await import("@sagascope/core");
  if (env.sealKeys !== undefined) return parseSealKeys(env.sealKeys);
  const { sealKeysFile } = dataFolderAt(path.resolve(cwd, env.dataDir));
  return existsSync(sealKeysFile)
    ? parseSealKeys(readFileSync(sealKeysFile, "utf8").trim())
    : undefined;
}
