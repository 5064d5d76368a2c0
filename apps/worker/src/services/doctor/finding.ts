/** What was found about one thing: all is well, it should be looked at, or it does not work. */
export interface Finding {
  readonly what: string;
  readonly state: "ok" | "warning" | "problem";
  /** What was found, never a secret. */
  readonly found: string;
  /** What to do about it; absent where all is well. */
  readonly mend?: string;
}

export function ok(what: string, found: string): Finding {
  return { what, state: "ok", found };
}

export function warning(what: string, found: string, mend: string): Finding {
  return { what, state: "warning", found, mend };
}

export function problem(what: string, found: string, mend: string): Finding {
  return { what, state: "problem", found, mend };
}
