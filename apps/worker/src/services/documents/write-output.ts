import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { UsageError } from "../../cli/errors.ts";

/** @throws {UsageError} if the file cannot be written */
export async function writeOutput(file: string, cwd: string, text: string): Promise<void> {
  try {
    await writeFile(path.resolve(cwd, file), text);
  } catch (cause) {
    const { code = "unknown error" } = cause as NodeJS.ErrnoException;
    throw new UsageError(`cannot write '${file}': ${code}`, { cause });
  }
}

/** Write files into a folder, which is made where it is not there. @throws {UsageError} if one cannot be written */
export async function writeFiles(
  folder: string,
  cwd: string,
  files: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [file, text] of files) {
    const target = path.join(folder, file);
    try {
      await mkdir(path.dirname(path.resolve(cwd, target)), { recursive: true });
    } catch (cause) {
      const { code = "unknown error" } = cause as NodeJS.ErrnoException;
      throw new UsageError(`cannot write '${target}': ${code}`, { cause });
    }
    await writeOutput(target, cwd, text);
  }
}
