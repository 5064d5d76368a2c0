import type { AlertSignal } from "./alert-rule.ts";

/** What an alert says in one line. It names machines and numbers, and nothing of what envelopes hold. */
export function summaryOf(signal: AlertSignal, subject: string, value: number): string {
  return WORDS[signal](subject, value);
}

const WORDS: Readonly<Record<AlertSignal, (subject: string, value: number) => string>> = {
  "new-letter": (subject, value) => `${subject}: ${plural(value, "new dead letter")}`,
  "stuck-compensation": (subject, value) =>
    `${subject}: ${plural(value, "instance")} stuck while compensating`,
  overdue: (subject, value) => `${subject}: ${plural(value, "instance")} overdue`,
  "oldest-waiting": (subject, value) =>
    `${subject}: the oldest envelope waits for ${Math.round(value)} s`,
  "no-worker": (subject) => `${subject}: no worker is alive`,
  "compensation-ratio": (subject, value) =>
    `${subject}: ${Math.round(value * 100)} % of the last hour's instances were compensated`,
};

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
