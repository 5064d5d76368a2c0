import { THEME_SCRIPT } from "./theme.ts";

/** The inline script that sets the theme before the first paint; `nonce` lets it pass a strict content security policy. */
export function ThemeScript({ nonce }: { readonly nonce?: string }) {
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, and there is no other way before paint
      dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }}
    />
  );
}
