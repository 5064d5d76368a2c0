import type { ShardFence } from "../../engine/step-commit.ts";

/**
 * The token at each shard's place, as an array of Postgres counts from 1; null where none is held. If a shard was lost and came
 * back meanwhile, the newer token counts: whatever is still there is this worker's again.
 */
export function tokensByShard(fences: readonly ShardFence[]): readonly (string | null)[] {
  const tokens: (string | null)[] = [];
  for (const { shard, token } of fences) {
    while (tokens.length <= shard) tokens.push(null);
    if (tokens[shard] === token) continue;
    if (BigInt(token) > BigInt(tokens[shard] ?? -1)) tokens[shard] = token;
  }
  return tokens;
}
