import type { AlertChannel, ChannelKind } from "../../../alerts/alert-channel.ts";
import { seal, sealedKeyId, unseal } from "../../../kernel/seal/seal.ts";
import type { SealKeyRing } from "../../../kernel/seal/seal-key-ring.ts";

/** What a channel has that nobody may see again, by field. */
const SECRETS = {
  webhook: ["secret"],
  slack: ["url"],
  email: ["password"],
} as const satisfies Record<ChannelKind, readonly string[]>;

/** A channel in two parts: what may be shown, and the rest, sealed for its id. */
export function sealChannel(
  keys: SealKeyRing,
  id: string,
  channel: AlertChannel,
): { readonly settings: string; readonly sealed: Uint8Array } {
  const secret: readonly string[] = SECRETS[channel.kind];
  const part = (isSecret: boolean) =>
    JSON.stringify(
      Object.fromEntries(
        Object.entries(channel).filter(([name]) => secret.includes(name) === isSecret),
      ),
    );
  return { settings: part(false), sealed: seal(keys, Buffer.from(part(true)), aadOf(id)) };
}

/**
 * Put a channel together again.
 *
 * @returns what stands in the way, in place of a channel whose key is not here or whose secrets were changed
 */
export function openChannel(
  keys: SealKeyRing | undefined,
  row: { readonly id: string; readonly settings: unknown; readonly sealed: Uint8Array },
): { readonly channel?: AlertChannel; readonly problem?: string } {
  const sealed = Buffer.from(row.sealed);
  const keyId = sealedKeyId(sealed);
  if (keys === undefined || keyId === undefined || !keys.keyIds.includes(keyId)) {
    return { problem: `its secrets are sealed with key '${keyId}', which is not here` };
  }
  try {
    const secrets: object = JSON.parse(unseal(keys, sealed, aadOf(row.id)).toString("utf8"));
    return { channel: { ...(row.settings as object), ...secrets } as AlertChannel };
  } catch {
    return { problem: "its secrets cannot be opened" };
  }
}

function aadOf(id: string): string {
  return `alert channel ${id}`;
}
