import type { TakenTransition } from "../charts/markers.ts";
import type { ContextChange } from "../instances/context-diff.ts";
import type { JsonValue } from "../kernel/json.ts";
import type { EditChange } from "./letter-edit.ts";

/** What a replay came to, or in a dry run would come to. */
export type ReplayOutcome =
  | "processed"
  | "duplicate"
  | "ignored"
  /** A service call is being tried again; the outcome follows when it ends. */
  | "retrying"
  | "dead_lettered"
  /** The call was ended before its service answered: its state was left, or an operator ended it. */
  | "cancelled"
  | "refused";

/** One thing that was looked at before anything moved. */
export interface ReplayCheck {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  /** What it refuses, or warns of when forced, is lifted by `force`. */
  readonly forcible?: true;
}

/** What follows if a service answers, or fails again. */
export interface ReplayBranch {
  readonly when: "answers" | "fails";
  readonly states: readonly string[];
  readonly status: "active" | "done";
  readonly transitions: readonly TakenTransition[];
  readonly publications: readonly { readonly type: string }[];
  readonly effects: readonly ReportedCall[];
}

/** A call that a step asks for. */
export interface ReportedCall {
  readonly kind: string;
  readonly src: string;
  readonly ref: string;
  /** Where it matters whether the service is asked anew or for the same once more. */
  readonly idempotencyKey?: string;
}

/** What every operation tells, dry or real. Everything in it is redacted. */
export interface OperationReport {
  readonly dryRun: boolean;
  readonly at: string;
  readonly refusals: readonly string[];
  readonly warnings: readonly string[];
  readonly checks: readonly ReplayCheck[];
  readonly machineId?: string;
  readonly machineVersion?: string;
  readonly subject: string;
  readonly before?: { readonly revision: number; readonly states: readonly string[] };
  readonly after?: {
    readonly states: readonly string[];
    readonly status: "active" | "done" | "cancelled";
  };
  readonly transitions: readonly TakenTransition[];
  readonly effects: readonly ReportedCall[];
  readonly publications: readonly { readonly type: string; readonly data?: JsonValue }[];
  readonly timers: readonly { readonly label: string; readonly delayMs: number }[];
  readonly contextChanges: readonly ContextChange[];
  readonly branches: readonly ReplayBranch[];
  readonly error?: { readonly name: string; readonly message: string };
}

/** The whole story of a replay. */
export interface ReplayReport extends OperationReport {
  readonly letterId: string;
  readonly outcome: ReplayOutcome;
  /** The new envelope, and what is different in it; masked. */
  readonly edit?: { readonly envelopeId: string; readonly changes: readonly EditChange[] };
}

/** A report that says nothing yet: the start of every other. */
export function emptyReport(
  letter: { readonly id: string; readonly subject: string },
  dryRun: boolean,
  at: Date,
): ReplayReport {
  return {
    letterId: letter.id,
    dryRun,
    at: at.toISOString(),
    outcome: "refused",
    refusals: [],
    warnings: [],
    checks: [],
    subject: letter.subject,
    transitions: [],
    effects: [],
    publications: [],
    timers: [],
    contextChanges: [],
    branches: [],
  };
}
