import { ODD_KEYS_NAME, oddKeys } from "@sagascope/core/odd-keys";
import superjson, { type SuperJSONResult } from "superjson";
import { CommandFailedError, UsageError } from "../errors.ts";

superjson.registerCustom(oddKeys, ODD_KEYS_NAME); // as the console does

const ASK_TIMEOUT_MS = 60_000;

/** A console's procedures, called with a token. */
export interface ConsoleApi {
  /** @throws {UsageError} if the console refuses it @throws {CommandFailedError} if it cannot be reached or failed */
  query<Answer>(path: string, input?: unknown): Promise<Answer>;
  mutate<Answer>(path: string, input?: unknown): Promise<Answer>;
}

/** What tRPC answers over HTTP: https://trpc.io/docs/rpc */
interface Reply {
  readonly result?: { readonly data: SuperJSONResult };
  readonly error?: { readonly json?: { readonly message?: string } };
}

/** Statuses that say that the request, not the console, is at fault. */
const isRefusal = (status: number) =>
  status >= 400 && status < 500 && status !== 408 && status !== 429;

export function consoleApi(base: string, token: string): ConsoleApi {
  const call = async <Answer>(url: URL, init: RequestInit): Promise<Answer> => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const signal = AbortSignal.timeout(ASK_TIMEOUT_MS);
    const response = await fetch(url, { ...init, headers, signal, redirect: "error" }).catch(
      (cause) => {
        throw new CommandFailedError(`the console at ${url.origin} cannot be reached`, { cause });
      },
    );
    const reply = (await response.json().catch(() => ({}))) as Reply;
    if (response.ok && reply.result !== undefined) {
      return superjson.deserialize<Answer>(reply.result.data);
    }
    throw errorOf(url, response.status, reply);
  };
  const urlOf = (path: string) => new URL(`/api/trpc/${path}`, base);
  const body = (input: unknown) => JSON.stringify(superjson.serialize(input));
  return {
    query: (path, input) => {
      const url = urlOf(path);
      if (input !== undefined) url.searchParams.set("input", body(input));
      return call(url, { method: "GET" });
    },
    mutate: (path, input) => call(urlOf(path), { method: "POST", body: body(input) }),
  };
}

function errorOf(url: URL, status: number, { error }: Reply): Error {
  const said = error?.json?.message;
  if (status === 401) return new UsageError("the console does not know the token");
  if (said === undefined) return new CommandFailedError(`${url.origin} answered ${status}`);
  const message = inputProblem(said) ?? said;
  return isRefusal(status) ? new UsageError(message) : new CommandFailedError(message);
}

/** Input that does not fit is told as zod's list of issues: the first of them, with its field. */
function inputProblem(said: string): string | undefined {
  if (!said.startsWith("[")) return undefined;
  try {
    const [issue] = JSON.parse(said) as { path?: string[]; message?: string }[];
    return issue && `${issue.path?.join(".")}: ${issue.message}`;
  } catch {
    return undefined;
  }
}
