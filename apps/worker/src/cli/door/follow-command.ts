import { CommandFailedError } from "../errors.ts";
import type { ConsoleApi } from "./console-api.ts";

const POLL_MS = 200;

/** What the console answers a request with, at once or while it waits. */
export interface CommandReply<Report> {
  readonly commandId: string;
  readonly status: string;
  readonly report?: Report;
}

/**
 * Ask again until a request has ended.
 *
 * @param path - of the procedure that tells how far it has come
 * @throws {CommandFailedError} if no worker answered in time
 */
export async function followCommand<Report>(
  api: ConsoleApi,
  path: string,
  asked: CommandReply<Report>,
  timeoutMs: number,
): Promise<Report> {
  const deadline = performance.now() + timeoutMs;
  let answer = asked;
  while (answer.status === "waiting" || answer.status === "running") {
    if (performance.now() > deadline) {
      throw new CommandFailedError(`no worker answered within ${timeoutMs / 1_000} s`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    answer = await api.query(path, { id: answer.commandId });
  }
  if (answer.report === undefined) throw new CommandFailedError("the answer holds no report");
  return answer.report;
}
