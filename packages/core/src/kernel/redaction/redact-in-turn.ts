import type { Redactor } from "./redactor.ts";

/** A redactor that masks what any of several masks: each takes what the one before it has left. */
export function redactInTurn(first: Redactor, ...others: readonly Redactor[]): Redactor {
  if (others.length === 0) return first;
  return {
    redact: (value) =>
      others.reduce((left, redactor) => {
        const { value: copy, paths } = redactor.redact(left.value);
        return { value: copy, paths: outermost([...left.paths, ...paths]) };
      }, first.redact(value)),
    redactText: (text) => others.reduce((left, it) => it.redactText(left), first.redactText(text)),
    redactErrorText: (message, context) =>
      others.reduce(
        (left, it) => it.redactErrorText(left, context),
        first.redactErrorText(message, context),
      ),
  };
}

/** Each path once, without those inside of another: what was masked there is gone with the whole. */
function outermost(paths: readonly string[]): string[] {
  const all = new Set(paths);
  const isInside = (path: string) => {
    for (let end = path.lastIndexOf("/"); end >= 0; end = path.lastIndexOf("/", end - 1)) {
      if (all.has(path.slice(0, end))) return true;
      if (end === 0) return false;
    }
    return false;
  };
  return [...all].filter((path) => !isInside(path));
}
