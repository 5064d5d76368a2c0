import type { OutboxTable } from "./outbox-table.ts";

/** An interval of so many milliseconds. */
export function ms(parameter: string): string {
  return `(${parameter}::float8 * interval '1 ms')`;
}

/** What a claim writes and what it returns of the rows that a list `kept` holds, each one JSON text. */
export function claimKept({ table, columns: c, payload }: OutboxTable, from: ClaimParameters) {
  return `
  UPDATE ${table} o
  SET ${c.token} = ${from.token}::uuid, ${c.owner} = ${from.owner}::text,
      ${c.availableAt} = clock_timestamp() + ${ms(from.leaseMs)}, ${c.deliveries} = o.${c.deliveries} + 1
  FROM kept k WHERE o.${c.id} = k.id
  RETURNING o.${c.id} AS id, json_build_object(
    'id', o.${c.id}::text, 'topic', o.${c.topic}, 'key', o.${c.key}, 'headers', o.${c.headers},
    'payload', encode(${payload.read(`o.${c.payload}`)}, 'base64'),
    'attempts', o.${c.attempts}, 'deliveries', o.${c.deliveries},
    'createdAtMs', extract(epoch FROM o.${c.createdAt}) * 1000,
    'failingForMs', coalesce(extract(epoch FROM clock_timestamp() - o.${c.firstFailedAt}) * 1000, 0)) AS body`;
}

/** Which parameters of a statement hold what. */
export interface ClaimParameters {
  readonly token: string;
  readonly owner: string;
  readonly leaseMs: string;
}
