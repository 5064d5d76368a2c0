import { createReadStream } from "node:fs";
import path from "node:path";
import { stdin } from "node:process";
import { UsageError } from "./errors.ts";

/** Stands for stdin where a file is asked for. */
export const STDIN = "-";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * The text of a file, or of stdin for `-`; reading stops at the limit.
 *
 * @throws {UsageError} if it cannot be read, is larger than `maxBytes` or is not UTF-8
 */
export async function readText(file: string, cwd: string, maxBytes: number): Promise<string> {
  const name = file === STDIN ? "stdin" : `file '${file}'`;
  const stream = file === STDIN ? stdin : createReadStream(path.resolve(cwd, file));
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw new UsageError(`${name} is larger than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code = "unknown error" } = error as NodeJS.ErrnoException;
    throw new UsageError(`${name} cannot be read: ${code}`, { cause: error });
  }
  try {
    return utf8.decode(Buffer.concat(chunks));
  } catch (cause) {
    throw new UsageError(`${name} is not UTF-8 text`, { cause });
  }
}
