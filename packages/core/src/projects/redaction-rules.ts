import { redactInTurn } from "../kernel/redaction/redact-in-turn.ts";
import {
  problemOfRedaction,
  type RedactionSettings,
  redactorOf,
} from "../kernel/redaction/redaction-settings.ts";
import type { Redactor } from "../kernel/redaction/redactor.ts";
import { machineIdOf } from "./define-project.ts";
import type { MachineDefinition, ProjectDefinition } from "./project.ts";

/** What is masked of a machine's data; without a machine, of what belongs to its project alone. */
export interface RedactionRule {
  readonly machineId: string | undefined;
  readonly settings: RedactionSettings;
}

/** A rule as a database gives it back, of whatever version wrote it. */
export interface StoredRule {
  readonly machineId: string | undefined;
  readonly settings: unknown;
}

/** The redactors of everybody who looks at a database, where data of many machines lies together. */
export interface DisplayRedaction {
  /** By a machine's own rules, for its contexts and calls; as what is shared if nobody registered it. */
  readonly of: (machineId: string | undefined) => Redactor;
  /** For what belongs to no one machine, as envelopes do: what any rule masks. */
  readonly shared: Redactor;
}

type Rules = Pick<ProjectDefinition, "machines" | "redaction">;

/** A project's rules: its own, then one for each machine. A machine's settings take the place of the project's. */
export function redactionRulesOf(project: Rules): readonly RedactionRule[] {
  const machines = project.machines.map((machine, index) => ({
    machineId: machineIdOf(machine, index),
    settings: settingsOf(machine, project.redaction),
  }));
  return [{ machineId: undefined, settings: project.redaction ?? {} }, ...machines];
}

function settingsOf(
  { redaction, redactKeys = [] }: MachineDefinition,
  common: RedactionSettings = {},
): RedactionSettings {
  const settings = redaction ?? common;
  if (redactKeys.length === 0) return settings;
  return { ...settings, extraKeys: [...(settings.extraKeys ?? []), ...redactKeys] };
}

/** Make the redactors of rules that were stored. Settings that this version does not understand count as the built-in ones. */
export function createDisplayRedaction(rules: readonly StoredRule[]): DisplayRedaction {
  const made = new Map<string, Redactor>();
  const redactorFor = (settings: unknown) => {
    const usable = problemOfRedaction(settings) ? {} : (settings as RedactionSettings);
    const key = JSON.stringify(usable);
    const redactor = made.get(key) ?? redactorOf(usable);
    made.set(key, redactor);
    return redactor;
  };
  const own = new Map<string, Redactor>();
  for (const { machineId, settings } of rules) {
    const redactor = redactorFor(settings);
    if (machineId !== undefined) own.set(machineId, redactor);
  }
  const [first = redactorOf(), ...others] = made.values();
  const shared = redactInTurn(first, ...others);
  return {
    of: (machineId) => (machineId === undefined ? undefined : own.get(machineId)) ?? shared,
    shared,
  };
}
