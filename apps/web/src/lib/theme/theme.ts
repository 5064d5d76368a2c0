/** What a person chose; `system` follows the operating system. */
export type ThemeChoice = "light" | "dark" | "system";

/** Where the choice is remembered. */
export const THEME_STORAGE = "sagascope.theme";

/** The choices in the order in which the key `t` walks through them. */
export const THEME_CHOICES = ["light", "dark", "system"] as const satisfies readonly ThemeChoice[];

/** The choice as it was remembered, or `system`. */
export function parseThemeChoice(value: string | null | undefined): ThemeChoice {
  return THEME_CHOICES.find((choice) => choice === value) ?? "system";
}

/**
 * Sets the theme before anything is painted. It runs inline in the head, so it is plain ES5 and knows only its two names.
 */
export const THEME_SCRIPT = `(function(){var d=document.documentElement,c="system";try{c=localStorage.getItem("${THEME_STORAGE}")||c}catch(e){}d.dataset.themeChoice=c;d.dataset.theme=c==="light"||c==="dark"?c:matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light"})()`;
