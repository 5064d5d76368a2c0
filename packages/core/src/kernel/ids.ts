import { randomBytes } from "node:crypto";
import type { Clock } from "./clock.ts";
import { systemClock } from "./clock.ts";
import { InvalidConfigError } from "./errors.ts";

const RANDOM_BYTES = 10;
const TAIL_BITS = 74n;
const TAIL_LIMIT = 1n << TAIL_BITS;
const RAND_B_BITS = 62n;
const RAND_B_MASK = (1n << RAND_B_BITS) - 1n;
const VARIANT = 0b10n << RAND_B_BITS;
/** Ten random bytes hold 80 bits; the id has room for 74. */
const SURPLUS_BITS = 6n;
const TIMESTAMP_MAX_MS = 2 ** 48 - 1;

/** What an id minter draws on. Both are replaceable so that a sequence can be repeated exactly. */
export interface IdMinterOptions {
  readonly clock?: Clock;
  /** Ten fresh random bytes; cryptographically strong unless a test says otherwise. */
  readonly randomTen?: () => Uint8Array;
}

/** Mints one id. `nowMs` replaces the clock's reading, in milliseconds since 1970. */
export type MintId = (nowMs?: number) => string;

/**
 * Make a minter of UUIDv7 ids (RFC 9562): 48 bits of milliseconds, then 74 random bits.
 *
 * Ids of one minter rise strictly, also as text: within one millisecond, and when the clock steps back, the
 * last id is counted up instead. Two minters stay apart through their random bits alone.
 *
 * @throws {InvalidConfigError} from the minter, if the time is not a whole millisecond between 1970 and 10889
 */
export function createIdMinter(options: IdMinterOptions = {}): MintId {
  const { clock = systemClock, randomTen = () => randomBytes(RANDOM_BYTES) } = options;
  let lastMs = -1;
  let tail = 0n;

  return (nowMs = clock.now().getTime()) => {
    checkTimestamp(nowMs);
    if (nowMs > lastMs) {
      lastMs = nowMs;
      tail = drawTail(randomTen);
    } else if (tail + 1n < TAIL_LIMIT) {
      tail += 1n;
    } else {
      checkTimestamp(lastMs + 1);
      lastMs += 1;
      tail = drawTail(randomTen);
    }
    return formatUuid(lastMs, tail);
  };
}

/**
 * Mint an id with this process's minter.
 *
 * @param nowMs replaces the system clock; a time ahead of the clock holds later ids there until the clock catches up
 */
export const newId: MintId = createIdMinter();

function checkTimestamp(nowMs: number): void {
  if (!Number.isInteger(nowMs) || nowMs < 0 || nowMs > TIMESTAMP_MAX_MS) {
    throw new InvalidConfigError("nowMs", `must be whole milliseconds since 1970, got ${nowMs}`);
  }
}

function drawTail(randomTen: () => Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(randomTen()).toString("hex")}`) >> SURPLUS_BITS;
}

function formatUuid(ms: number, tail: bigint): string {
  const time = ms.toString(16).padStart(12, "0");
  const randA = (tail >> RAND_B_BITS).toString(16).padStart(3, "0");
  const randB = (VARIANT | (tail & RAND_B_MASK)).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randA}-${randB.slice(0, 4)}-${randB.slice(4)}`;
}
