const QUOTED = /^"([^"\\]*(?:\\.[^"\\]*)*)"$/s;
const ESCAPES = /(?:%[0-9a-f]{2})+/gi;
const TO_ESCAPE = /[^!-~]|["%]/gu;

/** Write an attribute as a header value: percent-encoded UTF-8 (CloudEvents HTTP binding 1.0, section 3.1.3.2). */
export function encodeHeaderText(text: string): string {
  return text.replace(TO_ESCAPE, (character) => encodeURIComponent(character));
}

/**
 * Read a header value: quotes are undone first, as older senders need, then one round of percent-encoding. A percent
 * sign that starts no escape stands for itself.
 *
 * @returns `undefined` if the escapes are not UTF-8
 */
export function decodeHeaderText(value: string): string | undefined {
  const quoted = QUOTED.exec(value)?.[1];
  const text = quoted === undefined ? value : quoted.replace(/\\(.)/gs, "$1");
  try {
    return text.replace(ESCAPES, (escapes) => decodeURIComponent(escapes));
  } catch {
    return undefined;
  }
}
