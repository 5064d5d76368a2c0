import { loadExtra } from "../../kernel/load-extra.ts";
import { type AlertMessage, type EmailChannel, lineOf } from "../alert-channel.ts";
import { addressesOf } from "./guarded-lookup.ts";

const TIMEOUT_MS = 10_000;

/**
 * Hand a mail to the channel's SMTP server.
 *
 * @throws {MissingExtraError} without nodemailer
 * @throws {Error} saying what the server said; never the password
 */
export async function sendEmail(
  channel: EmailChannel,
  message: AlertMessage,
  noticeId: string,
  allowedHosts: ReadonlySet<string>,
): Promise<void> {
  const { createTransport } = await loadExtra("nodemailer", () => import("nodemailer"));
  const [address] = await addressesOf(channel.host, allowedHosts);
  const { user, password, security } = channel;
  const transport = createTransport({
    host: address?.address,
    port: channel.port,
    secure: security === "tls",
    requireTLS: security === "starttls",
    ignoreTLS: security === "none",
    tls: { servername: channel.host },
    ...(user === undefined ? {} : { auth: { user, pass: password ?? "" } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail({
      from: channel.from,
      to: [...channel.to],
      subject: `Sagascope ${lineOf(message)}`,
      text: textOf(message),
      messageId: `<${noticeId}@sagascope>`,
    });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "error";
    throw new Error(`'${channel.host}' did not take the mail: ${code}`);
  } finally {
    transport.close();
  }
}

function textOf({ summary, rule, raisedAt, recoveredAt }: AlertMessage): string {
  return [
    summary,
    "",
    `Rule: ${rule}`,
    `Raised: ${raisedAt}`,
    ...(recoveredAt === undefined ? [] : [`Recovered: ${recoveredAt}`]),
  ].join("\n");
}
