import type { ShardFence } from "../engine/step-commit.ts";

/** What differs between the shards held so far and those held from now on. */
export interface ShardChange {
  /** Held no longer, or under another token: somebody may have worked on them in between. */
  readonly lost: readonly ShardFence[];
  readonly hasGained: boolean;
}

export function shardChangeOf(
  before: readonly ShardFence[],
  next: readonly ShardFence[],
): ShardChange {
  const nameOf = ({ shard, token }: ShardFence) => `${shard}:${token}`;
  const kept = new Set(next.map(nameOf));
  const lost = before.filter((fence) => !kept.has(nameOf(fence)));
  return { lost, hasGained: next.length > before.length - lost.length };
}
