import { sentence } from "./sentence.ts";

/** One thing that was looked at before something is done, as a sentence; warnings are those that stand in nobody's way. */
export interface CheckLine {
  readonly name: string;
  readonly kind: "fine" | "warning" | "refusal";
  readonly text: string;
}

/** Everything that was looked at: what is fine first, then what is not, each fact once. */
export function checkLines(report: {
  readonly checks: readonly {
    readonly name: string;
    readonly ok: boolean;
    readonly detail: string;
  }[];
  readonly warnings: readonly string[];
  readonly refusals: readonly string[];
}): readonly CheckLine[] {
  const { checks, warnings, refusals } = report;
  const said = new Set(checks.map(({ detail }) => detail));
  const rest = (kind: CheckLine["kind"], texts: readonly string[]): CheckLine[] =>
    texts
      .filter((text) => !said.has(text))
      .map((text) => ({ name: text, kind, text: sentence(text) }));
  const lines: CheckLine[] = [
    ...checks.map(
      ({ name, ok, detail }) =>
        ({
          name,
          kind: ok ? "fine" : refusals.includes(detail) ? "refusal" : "warning",
          text: sentence(detail),
        }) as const,
    ),
    ...rest("warning", warnings),
    ...rest("refusal", refusals),
  ];
  return [
    ...lines.filter(({ kind }) => kind === "fine"),
    ...lines.filter(({ kind }) => kind !== "fine"),
  ];
}
