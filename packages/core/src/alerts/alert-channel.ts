/** How alerts can be told. */
export const CHANNEL_KINDS = ["webhook", "slack", "email"] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** Where alerts go, as whoever sends them needs it. */
export type AlertChannel = WebhookChannel | SlackChannel | EmailChannel;

/** A POST of {@link AlertMessage} as JSON, signed. */
export interface WebhookChannel {
  readonly kind: "webhook";
  readonly url: string;
  /** The key of the signature. Secret. */
  readonly secret: string;
}

/** A POST of `{"text": …}`, which Slack, Mattermost and others take. */
export interface SlackChannel {
  readonly kind: "slack";
  /** Whoever knows it can post. Secret. */
  readonly url: string;
}

/** A mail, handed to an SMTP server. */
export interface EmailChannel {
  readonly kind: "email";
  readonly host: string;
  readonly port: number;
  /** `tls` from the first byte, or `starttls`, which is required then; `none` is for servers in one's own house. */
  readonly security: "tls" | "starttls" | "none";
  readonly user?: string;
  /** Secret. */
  readonly password?: string;
  readonly from: string;
  readonly to: readonly string[];
}

/** What somebody is told. Nothing in it comes from an envelope's data. */
export interface AlertMessage {
  readonly kind: "raised" | "recovered" | "test";
  /** The alert; absent from a test. */
  readonly alertId?: string;
  readonly rule: string;
  readonly signal?: string;
  readonly subject?: string;
  readonly value?: number;
  readonly summary: string;
  /** When it was raised, in ISO 8601. */
  readonly raisedAt: string;
  readonly recoveredAt?: string;
}

/** One line for people: `[raised] mail: 3 new dead letters`. */
export function lineOf({ kind, summary }: AlertMessage): string {
  return `[${kind}] ${summary}`;
}
