import { type AlertMessage, lineOf, type WebhookChannel } from "../alert-channel.ts";
import type { SendAlert } from "../watch-alerts.ts";
import { postJson } from "./post-json.ts";
import { sendEmail } from "./send-email.ts";
import { webhookHeaders } from "./sign-webhook.ts";

/**
 * Sends alerts over the network. Private addresses are refused, but for the hosts that whoever runs the process allows.
 *
 * @param hosts - host names or addresses, as `SAGASCOPE_ALERT_HOSTS` lists them
 */
export function createAlertSender(hosts: readonly string[]): SendAlert {
  const allowed = new Set(hosts.map((host) => host.toLowerCase()));
  return (channel, message, noticeId) => {
    switch (channel.kind) {
      case "webhook":
        return sendWebhook(channel, message, noticeId, allowed);
      case "slack": {
        const body = JSON.stringify({ text: lineOf(message) });
        return postJson(new URL(channel.url), body, {}, allowed);
      }
      case "email":
        return sendEmail(channel, message, noticeId, allowed);
    }
  };
}

function sendWebhook(
  { url, secret }: WebhookChannel,
  message: AlertMessage,
  noticeId: string,
  allowed: ReadonlySet<string>,
): Promise<void> {
  const body = JSON.stringify(message);
  return postJson(new URL(url), body, webhookHeaders(secret, body, noticeId, new Date()), allowed);
}
