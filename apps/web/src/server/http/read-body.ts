/** A request's body went past its cap; nothing of it is kept. */
export class BodyTooLargeError extends Error {
  constructor(bytesMax: number) {
    super(`the body is larger than ${bytesMax} bytes`);
  }
}

/**
 * Read a body of at most `bytesMax` bytes. What the sender says about its length is not believed: reading stops at the
 * first byte too many.
 *
 * @throws {BodyTooLargeError} if there is more
 */
export async function readBody(request: Request, bytesMax: number): Promise<Uint8Array> {
  const reader = request.body?.getReader();
  if (!reader) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.byteLength;
    if (length > bytesMax) {
      await reader.cancel().catch(() => {});
      throw new BodyTooLargeError(bytesMax);
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks, length);
}
