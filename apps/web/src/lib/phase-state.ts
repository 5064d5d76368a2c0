import type { StateName } from "../ui/state-table.ts";

const STATE_BY_PHASE: Readonly<Record<string, StateName>> = {
  running: "active",
  compensating: "compensating",
  completed: "done",
  compensated: "compensated",
  failed: "failed",
  cancelled: "unreachable",
};

const WORD_BY_PHASE: Readonly<Record<string, string>> = {
  running: "Active",
  completed: "Completed",
  cancelled: "Cancelled",
};

/** How an instance is drawn: what needs a person goes before what it is doing. */
export function stateOfPhase(phase: string, attention?: "stuck" | "overdue"): StateName {
  return attention ?? STATE_BY_PHASE[phase] ?? "rest";
}

/** The word for a phase where it differs from the word of its drawing. */
export function wordOfPhase(phase: string, attention?: "stuck" | "overdue"): string | undefined {
  return attention ? undefined : WORD_BY_PHASE[phase];
}
