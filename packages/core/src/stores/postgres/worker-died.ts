import { WORKER_DIED } from "../../engine/worker-died.ts";

/**
 * The errors of work that was tried by itself when its worker died, in SQL.
 *
 * @param attempt - the number of that try
 */
export function withDeath(row: string, what: "delivery" | "call", attempt: string): string {
  return `(${row}.errors::jsonb || jsonb_build_object(
        'name', '${WORKER_DIED}', 'message', 'the worker died while it handled this ${what} alone',
        'at', to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'attempt', ${attempt}))::json`;
}
