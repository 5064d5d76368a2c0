import type { Statement } from "../../statement.ts";

/**
 * Stands before a claim in its transaction. A table of messages is nearly empty most of the time and full when it matters: a plan
 * made for the one is fatal for the other, so that none is kept, and none reads the whole table.
 */
export const FIND_BY_INDEX: Statement = {
  operation: "prepare to claim messages",
  text: `SELECT set_config('plan_cache_mode', 'force_custom_plan', true) AS row,
    set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
    set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true), set_config('jit', 'off', true)`,
  values: [],
};
