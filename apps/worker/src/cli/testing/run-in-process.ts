import { main } from "../main.ts";

/** What a command printed, and how it ended. */
export interface CommandRun {
  readonly code: number;
  readonly out: string;
  readonly remarks: string;
}

/** Run a command in this process, on a database: quicker than the real program, and the same but for the process. */
export async function runInProcess(
  databaseUrl: string,
  argv: readonly string[],
  cwd = "/",
): Promise<CommandRun> {
  const lines: string[] = [];
  const remarks: string[] = [];
  const code = await main({
    ...{ argv, cwd, variables: { DATABASE_URL: databaseUrl } },
    signal: new AbortController().signal,
    print: (line) => void lines.push(line),
    warn: (line) => void remarks.push(line),
  });
  return { code, out: lines.join("\n"), remarks: remarks.join("\n") };
}
