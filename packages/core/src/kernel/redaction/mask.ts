/** What stands where something was redacted. */
export const MASK = "***";
