import { parseSealKeys } from "@sagascope/core";
import { fromPrismaClient, listAlertKeyUse, listSealKeyUse } from "@sagascope/core/postgres";
import type { PrismaClient } from "@sagascope/database";

/** One key that seals or has sealed something; never the key itself. */
export interface SealKeyState {
  readonly keyId: string;
  /** The one that seals now, one that only opens, or one that this process has not. */
  readonly state: "current" | "opens" | "missing";
  /** Originals of dead letters. */
  readonly letters: number;
  /** Alert channels. */
  readonly channels: number;
}

export interface SealKeysState {
  /** Whether this process has keys at all. */
  readonly hasKeys: boolean;
  readonly keys: readonly SealKeyState[];
  /** Letters whose original was not kept, since no key was there. */
  readonly unsealedLetters: number;
}

/** How the keys stand as this process sees them. Workers have an environment of their own. */
export async function getSealKeys(
  prisma: PrismaClient,
  setting: string | undefined,
): Promise<SealKeysState> {
  const ring = setting ? parseSealKeys(setting) : undefined;
  const sql = fromPrismaClient(prisma);
  const [letters, channels, unsealedLetters] = await Promise.all([
    listSealKeyUse(sql),
    listAlertKeyUse(sql),
    prisma.deadLetter.count({ where: { sealed: null, resolvedAt: null } }),
  ]);
  const ids = new Set([
    ...(ring?.keyIds ?? []),
    ...letters.map(({ keyId }) => keyId),
    ...channels.map(({ keyId }) => keyId),
  ]);
  return {
    hasKeys: ring !== undefined,
    unsealedLetters,
    keys: [...ids].map((keyId) => ({
      keyId,
      state: stateOf(ring, keyId),
      letters: letters.find((use) => use.keyId === keyId)?.letters ?? 0,
      channels: channels.find((use) => use.keyId === keyId)?.channels ?? 0,
    })),
  };
}

function stateOf(
  ring: ReturnType<typeof parseSealKeys> | undefined,
  keyId: string,
): SealKeyState["state"] {
  if (ring?.currentKeyId === keyId) return "current";
  return ring?.keyIds.includes(keyId) ? "opens" : "missing";
}
