import { substringRedactor } from "./redact-compat.ts";
import { createRedactor, type RedactionRules, type Redactor } from "./redactor.ts";

/** How a project's or a machine's data is redacted. */
export interface RedactionSettings extends RedactionRules {
  /**
   * `words`, the default, takes keys by their words and looks into values too. `substrings` does as older systems do: any key
   * that holds a listed part is masked, `shipping` for `pin` among them, and values are not looked at.
   */
  readonly mode?: "words" | "substrings";
}

/** Make the redactor that settings describe. */
export function redactorOf({ mode = "words", ...rules }: RedactionSettings = {}): Redactor {
  return mode === "substrings"
    ? substringRedactor(rules.keys, rules.extraKeys)
    : createRedactor(rules);
}

const TEXT_LISTS = ["keys", "extraKeys", "allowedKeys"] as const;
const SWITCHES = ["values", "emails"] as const;

/** What is wrong with settings that came from outside, with the field it is in; undefined if nothing is. */
export function problemOfRedaction(
  settings: unknown,
): { readonly field: string; readonly problem: string } | undefined {
  if (typeof settings !== "object" || settings === null) {
    return { field: "", problem: "must be an object" };
  }
  const given = settings as Readonly<Record<string, unknown>>;
  const known: readonly string[] = ["mode", ...TEXT_LISTS, ...SWITCHES];
  const stranger = Object.keys(given).find((key) => !known.includes(key));
  if (stranger !== undefined) return { field: `.${stranger}`, problem: "is not known" };
  const { mode } = given;
  if (mode !== undefined && mode !== "words" && mode !== "substrings") {
    return { field: ".mode", problem: `must be 'words' or 'substrings', got '${String(mode)}'` };
  }
  const list = TEXT_LISTS.find((key) => given[key] !== undefined && !isListOfNames(given[key]));
  if (list !== undefined) return { field: `.${list}`, problem: "must be a list of names" };
  const flag = SWITCHES.find((key) => !["undefined", "boolean"].includes(typeof given[key]));
  return flag === undefined ? undefined : { field: `.${flag}`, problem: "must be true or false" };
}

function isListOfNames(value: unknown): boolean {
  return Array.isArray(value) && value.every((name) => typeof name === "string" && name !== "");
}
