import { formatCount } from "@/lib/format-number.ts";
import type { RouterOutputs } from "@/trpc/react.tsx";
import type { Feed } from "./pipes.ts";

type Moved = RouterOutputs["pipes"]["moveFeed"];

/** The position of the event that comes next by itself: a move to there changes nothing. */
export function nextPositionOf({ position }: Pick<Feed, "position">): string {
  return String(BigInt(position ?? 0) + 1n);
}

/** What a move would do to each partition: which of its events come again, or never. */
export function moveLines({ from, to }: Moved): readonly string[] {
  const after = BigInt(to ?? 0);
  return from.map((position, at) => {
    const before = BigInt(position ?? 0);
    const who = from.length === 1 ? "Would" : `Partition ${at + 1} would`;
    if (after === before) {
      const where = before === 0n ? "at the beginning" : behind(before);
      return `${who} stay ${where}. Nothing changes.`;
    }
    const target = after === 0n ? "the beginning" : behind(after);
    const way = `from ${placeOf(before)} to ${target}`;
    return after < before
      ? `${who} go back ${way}. What follows is handed on again.`
      : `${who} go ahead ${way}. What lies between is passed over.`;
  });
}

function placeOf(position: bigint): string {
  return position === 0n ? "the beginning" : `position ${formatCount(Number(position))}`;
}

function behind(position: bigint): string {
  return `behind ${placeOf(position)}`;
}
