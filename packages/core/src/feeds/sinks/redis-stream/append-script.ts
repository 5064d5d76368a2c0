import type { RedisArgument } from "../../../brokers/redis-streams/redis-connection.ts";
import type { EncodedRecord } from "../../encoding/feed-encoding.ts";

/** Where entries go, and how many the stream keeps. */
export interface StreamTarget {
  readonly key: string;
  readonly lineage: string;
  /** Undefined: never trimmed. */
  readonly maxLength: number | undefined;
  readonly approximate: boolean;
}

/** An entry with the position that becomes its id. */
export interface StreamEntry {
  readonly position: string;
  readonly record: EncodedRecord;
}

/**
 * Appends a batch in one step of the server, up to the first entry that it does not take: were the entries sent one by one on
 * their way, one that failed could never be added behind those after it. An id that the stream has passed is a duplicate only
 * if the entry under that id carries the same message.
 *
 * KEYS: stream, marker of its lineage. ARGV: lineage, longest length or '', '~' or '=', then for each entry its id, message
 * id, number of fields, and the fields.
 */
const APPEND = `
local known = redis.call('GET', KEYS[2])
if not known then
  redis.call('SET', KEYS[2], ARGV[1])
elseif known ~= ARGV[1] then
  return {'foreign', 0, known}
end
local taken, duplicates, at = 0, 0, 4
while at <= #ARGV do
  local id, message, values = ARGV[at], ARGV[at + 1], tonumber(ARGV[at + 2]) * 2
  local command = {'XADD', KEYS[1]}
  if ARGV[2] ~= '' then
    command = {'XADD', KEYS[1], 'MAXLEN', ARGV[3], ARGV[2]}
  end
  command[#command + 1] = id
  for value = at + 3, at + 2 + values do
    command[#command + 1] = ARGV[value]
  end
  local added = redis.pcall(unpack(command))
  if type(added) == 'table' and added.err then
    if not string.find(added.err, 'equal or smaller', 1, true) then
      return {'error', taken, added.err}
    end
    local stored, theirs = redis.call('XRANGE', KEYS[1], id, id)[1], ''
    for field = 1, stored and #stored[2] or 0, 2 do
      if stored[2][field] == 'messageId' then theirs = stored[2][field + 1] end
    end
    if theirs ~= message then
      return {'clash', taken, id, message, theirs}
    end
    duplicates = duplicates + 1
  end
  taken = taken + 1
  at = at + 3 + values
end
return {'ok', taken, duplicates}
`;

/** The command that appends a batch; its answer is for {@link readAppendAnswer}. */
export function appendCommand(
  target: StreamTarget,
  entries: readonly StreamEntry[],
): readonly RedisArgument[] {
  return [
    ...["EVAL", APPEND, "2", target.key, lineageKeyOf(target.key)],
    ...[target.lineage, target.maxLength?.toString() ?? "", target.approximate ? "~" : "="],
    ...entries.flatMap(argumentsOf),
  ];
}

/** What came of a batch. */
export type AppendAnswer =
  | { readonly kind: "ok"; readonly taken: number; readonly duplicates: number }
  | { readonly kind: "foreign"; readonly lineage: string }
  | {
      readonly kind: "clash";
      readonly taken: number;
      readonly id: string;
      readonly ours: string;
      /** Empty if there is no entry under that id. */
      readonly theirs: string;
    }
  | { readonly kind: "error"; readonly taken: number; readonly message: string };

/** Parse what the script returned. */
export function readAppendAnswer(answer: unknown): AppendAnswer {
  const [kind, taken, ...rest] = Array.isArray(answer) ? (answer as readonly unknown[]) : [];
  const [first = "", second = "", third = ""] = rest.map(String);
  switch (kind) {
    case "ok":
      return { kind, taken: Number(taken), duplicates: Number(first) };
    case "foreign":
      return { kind, lineage: first };
    case "clash":
      return { kind, taken: Number(taken), id: first, ours: second, theirs: third };
    default:
      return { kind: "error", taken: Number(taken ?? 0), message: first || "unknown answer" };
  }
}

/** Beside the stream, and in a cluster on the same server. */
function lineageKeyOf(key: string): string {
  return key.includes("{") ? `${key}:lineage` : `{${key}}:lineage`;
}

function argumentsOf({ position, record }: StreamEntry): readonly RedisArgument[] {
  return [
    `${position}-0`,
    record.messageId,
    String(record.fields.length),
    ...record.fields.flatMap(([name, value]) => [
      name,
      typeof value === "string" ? value : Buffer.from(value),
    ]),
  ];
}
