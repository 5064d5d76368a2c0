import type { ReplayCheck } from "./replay-report.ts";

/** One look: fine, worth a warning, or a refusal that `force` may or may not lift. */
export interface Finding extends ReplayCheck {
  readonly weight: "fine" | "warning" | "forcible" | "refusal";
}

/** Everything that was looked at, and what came of it. */
export interface Findings {
  readonly checks: readonly ReplayCheck[];
  readonly refusals: readonly string[];
  readonly warnings: readonly string[];
}

/** Say how one look came out. */
export function finding(name: string, weight: Finding["weight"], detail: string): Finding {
  return { name, weight, detail, ok: weight === "fine" };
}

/** Sort what was found into what refuses and what warns. */
export function sumUp(findings: readonly Finding[], force: boolean): Findings {
  const refused = ({ weight }: Finding) =>
    weight === "refusal" || (weight === "forcible" && !force);
  const warned = ({ weight }: Finding) => weight === "warning" || (weight === "forcible" && force);
  return {
    checks: findings.map(({ name, ok, detail, weight }) => ({
      name,
      ok,
      detail,
      ...(weight === "forcible" ? { forcible: true } : {}),
    })),
    refusals: findings.filter(refused).map(({ detail }) => detail),
    warnings: findings.filter(warned).map(({ detail }) => detail),
  };
}
