import type { GlyphName } from "@/ui/glyph-shapes.tsx";

/** A page of the settings. */
export interface SettingsEntry {
  readonly href: string;
  readonly label: string;
  readonly says: string;
  readonly glyph: GlyphName;
  /** The permission without which the page shows nothing; absent where everybody has their own. */
  readonly needs?: string;
}

/** Every page of the settings, in the order of the index. */
export const SETTINGS_ENTRIES: readonly SettingsEntry[] = [
  {
    href: "/settings/account",
    label: "Account",
    says: "Your password, second factor and sessions",
    glyph: "user",
  },
  {
    href: "/settings/users",
    label: "Users",
    says: "Who may sign in: invite, give a role, reset, disable",
    glyph: "people",
    needs: "administer",
  },
  {
    href: "/settings/roles",
    label: "Roles",
    says: "What people may do, and to which machines",
    glyph: "shield",
    needs: "administer",
  },
  {
    href: "/settings/tokens",
    label: "API tokens",
    says: "For the command line, for sending events and for metrics",
    glyph: "link",
    needs: "administer",
  },
  {
    href: "/settings/channels",
    label: "Alert channels",
    says: "Where alerts go: signed webhook, Slack-compatible webhook, mail",
    glyph: "send",
    needs: "administer",
  },
  {
    href: "/settings/retention",
    label: "Retention",
    says: "What is kept and for how long, and what would go",
    glyph: "history",
  },
  {
    href: "/settings/redaction",
    label: "Redaction",
    says: "Try out what is masked of a payload, and by which rule",
    glyph: "masked",
  },
  {
    href: "/settings/keys",
    label: "Seal keys",
    says: "Which keys seal originals and secrets; never a key",
    glyph: "key",
    needs: "administer",
  },
];
