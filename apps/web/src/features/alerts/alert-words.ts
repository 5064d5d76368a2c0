import { formatCount, formatPercent } from "@/lib/format-number.ts";
import { paths } from "@/lib/paths.ts";
import type { RouterInputs, RouterOutputs } from "@/trpc/react.tsx";

export type Alert = RouterOutputs["alerts"]["list"]["open"][number];
export type Notice = Alert["notices"][number];
export type Rule = RouterOutputs["alerts"]["rules"][number];
export type RuleDraft = RouterInputs["alerts"]["saveRule"];
export type Channel = RouterOutputs["alerts"]["channels"][number];
export type Signal = RuleDraft["signal"];

/** What each signal is called, what its threshold counts, and what it is unless somebody says otherwise. */
export const SIGNALS = {
  "new-letter": { label: "New dead letters", unit: "letters of a consumer in 5 min", from: 1 },
  "stuck-compensation": { label: "Stuck compensation", unit: "instances of a machine", from: 1 },
  overdue: { label: "Overdue", unit: "instances of a machine", from: 1 },
  "oldest-waiting": { label: "Oldest waiting envelope", unit: "seconds", from: 60 },
  "no-worker": { label: "No worker", unit: "project without a worker", from: 1 },
  "compensation-ratio": {
    label: "Compensation ratio",
    unit: "of those ended in an hour (0.1 is 10 %)",
    from: 0.1,
  },
} as const satisfies Record<Signal, { label: string; unit: string; from: number }>;

/** A signal's name; one that this version does not know is shown as it is. */
export function signalLabel(signal: string): string {
  return isSignal(signal) ? SIGNALS[signal].label : signal;
}

export function isSignal(signal: string): signal is Signal {
  return Object.hasOwn(SIGNALS, signal);
}

/** A rule in one line: `from 3 letters of a consumer in 5 min, of mail only`. */
export function ruleWords({ signal, threshold, machineId }: Rule): string {
  if (!isSignal(signal)) return `from ${threshold}`;
  const only = machineId === undefined ? "" : `, of ${machineId} only`;
  if (signal === "no-worker") return `no worker is alive${only}`;
  if (signal === "compensation-ratio")
    return `from ${formatPercent(threshold)} compensated in an hour${only}`;
  const { unit: many } = SIGNALS[signal];
  const unit = threshold === 1 ? many.replace(/^(\w+)s\b/, "$1") : many;
  return `from ${formatCount(threshold)} ${unit}${only}`;
}

/** Where what an alert is about is listed. */
export function placeOf({ signal, subject }: Pick<Alert, "signal" | "subject">): string {
  switch (signal) {
    case "new-letter":
      return paths.deadLetters({ machine: subject });
    case "stuck-compensation":
      return paths.instances({ machine: subject, phase: "compensating" });
    case "overdue":
      return paths.instances({ machine: subject, attention: "overdue" });
    case "compensation-ratio":
      return paths.instances({ machine: subject, phase: "compensated" });
    default:
      return paths.pipes();
  }
}

/** How telling a channel stands, in words. */
export function noticeWords({ channel, kind, outcome, attempts, lastError }: Notice): string {
  const what = kind === "recovered" ? `${channel}, that it is over` : channel;
  if (outcome === "sent") return `told ${what}`;
  if (outcome === "needless") return `not told ${what}: it was over before quiet hours were`;
  if (outcome === "gave up") return `gave up on ${what}: ${lastError ?? "it failed"}`;
  if (attempts === 0) return `will tell ${what}`;
  return `tells ${what} again, tried ${attempts}×: ${lastError ?? "no answer yet"}`;
}

/** Whether telling went wrong so far. */
export function isFailing({ outcome, lastError }: Notice): boolean {
  return outcome === "gave up" || (outcome === undefined && lastError !== undefined);
}
