"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import {
  createTRPCClient,
  httpBatchLink,
  httpLink,
  httpSubscriptionLink,
  splitLink,
} from "@trpc/client";
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import { type ReactNode, useState } from "react";
import type { AppRouter } from "@/server/trpc/router.ts";
import { LiveProvider } from "./live-provider.tsx";
import { createQueryClient } from "./query-client.ts";
import { wire } from "./wire.ts";

/** `useTRPC()` gives typed options for TanStack Query: `useQuery(trpc.overview.numbers.queryOptions())`. */
export const { useTRPC, useTRPCClient, TRPCProvider } = createTRPCContext<AppRouter>();

/** What each procedure takes and gives, by router and name. */
export type RouterInputs = inferRouterInputs<AppRouter>;
/** See `RouterInputs`. */
export type RouterOutputs = inferRouterOutputs<AppRouter>;

const URL_LENGTH_MAX = 4_000; // a longer batch is split: proxies cut URLs from 8,000 on
const BATCH_MAX = 50; // the server refuses more
const ENDPOINT = "/api/trpc";

/** For a query that takes long: it is asked by itself, so that nothing of its batch waits for it. */
export const ASKED_ALONE = { context: { alone: true } } as const;

/** Everything a page needs to read, to change and to hear of changes. */
export function DataProvider({ children }: { readonly children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  const [client] = useState(createClient);
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider queryClient={queryClient} trpcClient={client}>
        <LiveProvider client={client}>{children}</LiveProvider>
      </TRPCProvider>
    </QueryClientProvider>
  );
}

function createClient() {
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (operation) => operation.type === "subscription",
        true: httpSubscriptionLink({ url: ENDPOINT, transformer: wire }),
        false: splitLink({
          condition: ({ context }) => context.alone === true,
          true: httpLink({ url: ENDPOINT, transformer: wire }),
          false: httpBatchLink({
            url: ENDPOINT,
            transformer: wire,
            maxURLLength: URL_LENGTH_MAX,
            maxItems: BATCH_MAX,
          }),
        }),
      }),
    ],
  });
}
