import { sealedKeyId } from "../../../kernel/seal/seal.ts";
import type { Sql } from "../sql.ts";

const LIST = "SELECT sealed FROM sagascope.alert_channel";

/** How many alert channels one key has sealed. */
export interface AlertKeyUse {
  readonly keyId: string;
  readonly channels: number;
}

/** Which keys alert channels are sealed with. */
export async function listAlertKeyUse(sql: Sql): Promise<readonly AlertKeyUse[]> {
  const rows = await sql.query<{ sealed: Uint8Array }>("list channel keys", LIST);
  const counts = new Map<string, number>();
  for (const { sealed } of rows) {
    const keyId = sealedKeyId(Buffer.from(sealed));
    counts.set(keyId, (counts.get(keyId) ?? 0) + 1);
  }
  return [...counts].map(([keyId, channels]) => ({ keyId, channels }));
}
