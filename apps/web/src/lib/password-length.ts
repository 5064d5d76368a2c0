/** Shorter passwords are refused wherever one is set. */
export const PASSWORD_LENGTH_MIN = 12;
/** Longer ones cost the hash too much. */
export const PASSWORD_LENGTH_MAX = 128;
