/**
 * How every connection of ours meets a network that swallows what is sent: one that cannot be made, or had, in this time is given up as
 * an outage, and one that is idle is asked by the kernel whether its far side is still there. `watchAnswers` sees to those that wait.
 */
export const STEADY_CONNECTION = {
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
} as const;
