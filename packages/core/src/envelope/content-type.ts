/** The media type of a content type, lower-cased, without parameters: `application/json`. */
export function mediaTypeOf(contentType: string): string {
  return (contentType.split(";", 1)[0] ?? "").trim().toLowerCase();
}

/** The `charset` parameter, lower-cased, if there is one. */
export function charsetOf(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*"?([^\s;"]+)"?/i.exec(contentType)?.[1]?.toLowerCase();
}

/** Whether bytes of this type are JSON text. An absent or empty type counts as JSON (CloudEvents 1.0). */
export function isJsonType(contentType: string): boolean {
  const media = mediaTypeOf(contentType);
  return media === "" || media.endsWith("/json") || media.endsWith("+json");
}

const TEXT_TYPES: ReadonlySet<string> = new Set([
  "application/xml",
  "application/yaml",
  "application/javascript",
  "application/x-www-form-urlencoded",
]);

/** Whether bytes of this type are text that is not JSON. */
export function isTextType(contentType: string): boolean {
  const media = mediaTypeOf(contentType);
  return media.startsWith("text/") || media.endsWith("+xml") || TEXT_TYPES.has(media);
}
