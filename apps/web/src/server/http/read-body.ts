/** A request's body went past its cap; nothing of it is kept. */
export class BodyTooLargeError extends Error {
  constructor(bytesMax: number) {
    super(`the body is larger than ${bytesMax} bytes`);
  }
}

/** A request's body did not arrive in time; nothing of it is kept. */
export class BodyTooSlowError extends Error {
  constructor(waitMs: number) {
    super(`the body did not arrive within ${waitMs / 1_000} s`);
  }
}

const WAIT_MS = 30_000; // for the whole: a slow line sends 8 MiB in that time

/**
 * Read a body of at most `bytesMax` bytes. What the sender says about its length is not believed: reading stops at the
 * first byte too many. Nor may it take its time: a sender who drips bytes is let go after `waitMs`, however many came.
 *
 * @throws {BodyTooLargeError} if there is more
 * @throws {BodyTooSlowError} if it is not whole by then
 */
export async function readBody(
  request: Request,
  bytesMax: number,
  waitMs = WAIT_MS,
): Promise<Uint8Array> {
  const reader = request.body?.getReader();
  if (!reader) return new Uint8Array();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    reader.cancel().catch(() => {}); // ends the read that waits
  }, waitMs);
  try {
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
    if (isLate) throw new BodyTooSlowError(waitMs);
    return Buffer.concat(chunks, length);
  } finally {
    clearTimeout(timer);
  }
}
