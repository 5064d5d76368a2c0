import type { AlertReading, AlertRule, OpenAlert } from "./alert-rule.ts";
import { summaryOf } from "./alert-words.ts";

/** A rule is kept for so long before its alert is over: what comes and goes is told once. */
export const RECOVER_AFTER_MS = 60_000;

/** What becomes of alerts. */
export type AlertChange =
  | {
      readonly kind: "raise";
      readonly rule: AlertRule;
      readonly subject: string;
      readonly value: number;
      readonly summary: string;
    }
  | {
      readonly kind: "update";
      readonly id: string;
      readonly value: number;
      readonly summary: string;
    }
  /** Kept again, since now. */
  | { readonly kind: "silence"; readonly id: string }
  | { readonly kind: "recover"; readonly id: string; readonly rule: AlertRule | undefined };

/**
 * Compare rules with what was read and with the alerts that stand. One alert stands for a rule and a subject, however often it
 * is evaluated; a rule that is gone or switched off lets its alerts recover at once.
 */
export function planAlerts(
  rules: readonly AlertRule[],
  readings: readonly AlertReading[],
  open: readonly OpenAlert[],
): readonly AlertChange[] {
  const watched = rules.filter(({ enabled }) => enabled);
  const broken = watched.flatMap((rule) =>
    readings.filter((reading) => breaks(rule, reading)).map((reading) => ({ rule, reading })),
  );
  const raised = broken
    .filter(
      ({ rule, reading }) =>
        !open.some((alert) => alert.ruleId === rule.id && alert.subject === reading.subject),
    )
    .map(({ rule, reading: { subject, value, signal } }): AlertChange => {
      return { kind: "raise", rule, subject, value, summary: summaryOf(signal, subject, value) };
    });
  const changed = open.flatMap((alert): readonly AlertChange[] => {
    const rule = watched.find(({ id }) => id === alert.ruleId);
    const still = broken.find(
      (each) => each.rule.id === alert.ruleId && each.reading.subject === alert.subject,
    );
    if (rule === undefined) return [{ kind: "recover", id: alert.id, rule }];
    if (still !== undefined) return updateOf(alert, still.reading);
    if (alert.silentMs === undefined) return [{ kind: "silence", id: alert.id }];
    return alert.silentMs >= RECOVER_AFTER_MS ? [{ kind: "recover", id: alert.id, rule }] : [];
  });
  return [...raised, ...changed];
}

function breaks(rule: AlertRule, reading: AlertReading): boolean {
  return (
    reading.signal === rule.signal &&
    reading.value >= rule.threshold &&
    (rule.machineId === undefined || rule.machineId === reading.subject)
  );
}

function updateOf(
  alert: OpenAlert,
  { signal, subject, value }: AlertReading,
): readonly AlertChange[] {
  if (alert.silentMs === undefined && alert.value === value) return [];
  return [{ kind: "update", id: alert.id, value, summary: summaryOf(signal, subject, value) }];
}
