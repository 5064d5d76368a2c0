import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, waitFor } from "@testing-library/react";
import { createTRPCClient, TRPCClientError, type TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import type { ReactNode } from "react";
import { expect } from "vitest";
import type { LiveHint } from "@/server/live/live-filter.ts";
import type { AppRouter } from "@/server/trpc/router.ts";
import { LiveProvider } from "../live-provider.tsx";
import { TRPCProvider } from "../react.tsx";

/** What a test's server says, by the path of the procedure. One that is not named answers nothing; `SILENCE` never ends. */
export type Answers = Readonly<Record<string, (input: never) => unknown>>;

/** In place of an answer: the server is still at it. */
export const SILENCE = Symbol("silence");

/** A question that a drawing asked its server. */
export interface Call {
  readonly path: string;
  readonly input: unknown;
}

const NO_HINT: LiveHint = {
  ...{ everything: false, again: false, anyInstance: false, anyCorrelation: false },
  ...{ instances: [], correlations: [], commands: [] },
  ...{ deadLetters: false, audit: false, workers: false },
};

/** What a server says instead of an answer, to be thrown in `Answers`. */
export function refusal(
  code: "FORBIDDEN" | "INTERNAL_SERVER_ERROR" | "BAD_REQUEST",
  message: string,
) {
  const data = { code, requestId: "r-1", reason: undefined };
  return TRPCClientError.from({ error: { code: -32000, message, data } } as never);
}

/** Draw something over a server that answers as told, and remember what it was asked. */
export function drawWithAnswers(children: ReactNode, answers: Answers) {
  const calls: Call[] = [];
  const streams = new Set<(data: unknown) => void>();
  const link: TRPCLink<AppRouter> =
    () =>
    ({ op: { type, path, input } }) =>
      observable((observer) => {
        if (type === "subscription") {
          const tell = (data: unknown) =>
            observer.next({ result: { type: "data", data } } as never);
          streams.add(tell);
          return () => streams.delete(tell);
        }
        calls.push({ path, input });
        try {
          const data = answers[path]?.(input as never);
          if (data === SILENCE) return;
          observer.next({ result: { data } });
          observer.complete();
        } catch (error) {
          observer.error(error as TRPCClientError<AppRouter>);
        }
      });
  const client = createTRPCClient<AppRouter>({ links: [link] });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const within = (drawn: ReactNode) => (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider queryClient={queryClient} trpcClient={client}>
        <LiveProvider client={client}>{drawn}</LiveProvider>
      </TRPCProvider>
    </QueryClientProvider>
  );
  const { rerender } = render(within(children));
  return {
    /** Draw it anew, over the same server. */
    draw: (drawn: ReactNode) => rerender(within(drawn)),
    calls,
    callsOf: (path: string) => calls.filter((call) => call.path === path),
    /** Say that somebody changed something, once the page listens. */
    hint: async (hint: Partial<LiveHint>) => {
      await waitFor(() => expect(streams.size).toBeGreaterThan(0));
      for (const tell of streams) tell({ id: "1", data: { ...NO_HINT, ...hint } });
    },
    readAgain: () => queryClient.invalidateQueries(),
  };
}
