import type { RouterOutputs } from "@/trpc/react.tsx";

type Settings = RouterOutputs["settings"]["redactionRules"][number]["settings"];

/** What a rule masks, in the words of its columns. */
export interface RuleWords {
  readonly names: string;
  readonly leftAlone: string;
  readonly values: string;
}

/** Say what settings mean; what they leave out is as the built-in rule has it. */
export function wordsOfRule(settings: Settings): RuleWords {
  const { mode, keys, extraKeys = [], allowedKeys = [], values = true, emails = false } = settings;
  const base = keys ?? ["the built-in ones"];
  const names = [...base, ...extraKeys].join(", ") || "none";
  if (mode === "substrings") {
    return { names: `holding a part of: ${names}`, leftAlone: "", values: "not looked into" };
  }
  return { names, leftAlone: allowedKeys.join(", "), values: wordsOfValues(values, emails) };
}

function wordsOfValues(values: boolean, emails: boolean): string {
  if (!values) return "not looked into";
  return emails ? "by form, mail addresses too" : "by form";
}
