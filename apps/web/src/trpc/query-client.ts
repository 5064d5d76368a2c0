import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { TRPCClientError } from "@trpc/client";

const STALE_MS = 30_000; // live hints refetch what changed; age alone is no reason before this
const TRIES_MAX = 2;

/** How the console fetches: errors that another try cannot mend are shown at once. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => {
        signInAgain(error);
        if (String(queryKey[0]) !== String(WHO[0])) readRoleAgain(client, error);
      },
    }),
    mutationCache: new MutationCache({ onError: (error) => readRoleAgain(client, error) }),
    defaultOptions: {
      // A console in one's own network answers without the internet; and what was asked for without one fails at once,
      // instead of being done for real whenever the connection is back.
      mutations: { networkMode: "always" },
      queries: {
        networkMode: "always",
        staleTime: STALE_MS,
        refetchOnWindowFocus: "always",
        retry: (failures, error) => failures < TRIES_MAX && isWorthAnotherTry(error),
      },
    },
  });
  return client;
}

/** The read of who one is and what one may do, as tRPC names it. */
const WHO = [["session", "me"]] as const;

/** A refusal may mean that somebody's role was changed: the page then offers what is allowed now. */
function readRoleAgain(client: QueryClient, error: unknown): void {
  if (httpStatusOf(error) === 403) void client.invalidateQueries({ queryKey: WHO });
}

function isWorthAnotherTry(error: unknown): boolean {
  const status = httpStatusOf(error);
  return status === undefined || status >= 500;
}

/** A session that ended while a page was open. */
function signInAgain(error: unknown): void {
  if (httpStatusOf(error) !== 401) return;
  const { pathname, search } = window.location;
  window.location.assign(`/sign-in?next=${encodeURIComponent(pathname + search)}`);
}

function httpStatusOf(error: unknown): number | undefined {
  if (!(error instanceof TRPCClientError)) return undefined;
  const status: unknown = error.data?.httpStatus;
  return typeof status === "number" ? status : undefined;
}
