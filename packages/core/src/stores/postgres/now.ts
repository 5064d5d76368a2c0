/**
 * The time, read once a statement. `clock_timestamp()` by itself is another one for each row, so that no index can be searched by
 * it: what is due would be found by looking at everything that waits.
 */
export const NOW = "(SELECT clock_timestamp())";
