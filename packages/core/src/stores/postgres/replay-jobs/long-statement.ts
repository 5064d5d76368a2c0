/**
 * For statements over a whole selection, which may be a million letters: the connection they come over may be one that gives every
 * statement some seconds. Holds until the end of the transaction.
 */
export const LONG_STATEMENT = "SET LOCAL statement_timeout = '10min'";
