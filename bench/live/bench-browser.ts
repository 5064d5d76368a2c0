import { QueryClient, QueryObserver } from "@tanstack/react-query";
import type { TRPCClient } from "@trpc/client";
import superjson from "superjson";
import type { LiveFilter } from "../../apps/web/src/server/live/live-filter.ts";
import type { AppRouter } from "../../apps/web/src/server/trpc/router.ts";
import { createLiveConnection } from "../../apps/web/src/trpc/live-connection.ts";
import { readAgain } from "../../apps/web/src/trpc/read-again.ts";
import { createThrottle } from "../../apps/web/src/trpc/throttle.ts";
import { readServerSentEvents } from "./server-sent-events.ts";

/** A read of a page, and when it is made again: as `useLiveQuery` has it. */
export interface PageRead {
  readonly path: string;
  readonly input?: object;
  readonly filter: LiveFilter;
  readonly intervalMs: number;
}

/** Answers a request as the console's server does. */
export type Serve = (request: Request) => Promise<Response>;

/** One person's open page: its stream and its reads go through the server's own door, with a cookie of its own. */
export interface BenchBrowser {
  /** Answers that it got. */
  readonly answers: () => number;
  close(): void;
}

/** Open a page. */
export function openBrowser(
  serve: Serve,
  cookie: string,
  reads: readonly PageRead[],
): BenchBrowser {
  let answers = 0;
  const ask = (path: string, input: object | undefined, signal?: AbortSignal) => {
    const query = input ? `?input=${encodeURIComponent(superjson.stringify(input))}` : "";
    const headers = { cookie, accept: signal ? "text/event-stream" : "application/json" };
    return serve(new Request(`http://bench/api/trpc/${path}${query}`, { headers, signal }));
  };
  const subscribe = (
    input: object,
    on: { onData: (event: { id: string; data: never }) => void; onError: (error: unknown) => void },
  ) => {
    const abort = new AbortController();
    void (async () => {
      const response = await ask("live.changes", input, abort.signal);
      for await (const { id, data } of readServerSentEvents(response)) {
        if (id !== "") on.onData({ id, data: superjson.parse(data) });
      }
    })().catch((error) => !abort.signal.aborted && on.onError(error));
    return { unsubscribe: () => abort.abort() };
  };
  const client = { live: { changes: { subscribe } } } as unknown as TRPCClient<AppRouter>;
  const connection = createLiveConnection(client);
  const queryClient = new QueryClient();
  const leaves = reads.map(({ path, input, filter, intervalMs }) => {
    const queryKey = [path, input];
    const queryFn = async () => {
      const response = await ask(path, input);
      if (!response.ok) throw new Error(`${path} answered ${response.status}`);
      answers += 1;
      return response.text();
    };
    const throttle = createThrottle(intervalMs);
    const stop = new QueryObserver(queryClient, { queryKey, queryFn }).subscribe(() => {});
    const leave = connection.watch({
      filter,
      onChange: () => throttle.call(() => void readAgain(queryClient, queryKey)),
    });
    return () => {
      leave();
      stop();
      throttle.cancel();
    };
  });
  return {
    answers: () => answers,
    close() {
      for (const leave of leaves) leave();
      connection.close();
      queryClient.clear();
    },
  };
}
