import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient } from "@trpc/client";
import { createTRPCOptionsProxy, type TRPCOptionsProxy } from "@trpc/tanstack-react-query";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import type { AppRouter } from "@/server/trpc/router.ts";
import { LiveProvider } from "../live-provider.tsx";
import { TRPCProvider } from "../react.tsx";

/** Puts into the cache what a page is to find there. */
export type Remember = (queryClient: QueryClient, trpc: TRPCOptionsProxy<AppRouter>) => void;

/** The markup that a server would send of something, over answers that are there already. */
export function drawStill(children: ReactNode, remember: Remember): string {
  const client = createTRPCClient<AppRouter>({ links: [] });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  remember(queryClient, createTRPCOptionsProxy<AppRouter>({ client, queryClient }));
  try {
    return renderToString(
      <QueryClientProvider client={queryClient}>
        <TRPCProvider queryClient={queryClient} trpcClient={client}>
          <LiveProvider client={client}>{children}</LiveProvider>
        </TRPCProvider>
      </QueryClientProvider>,
    );
  } finally {
    queryClient.clear();
  }
}

/** Elements that run something, load something or lead out of the page's own markup. */
const ACTIVE =
  /<(script|style|iframe|frame|object|embed|img|base|link|meta|audio|video|foreignobject|math)\b/gi;
const HANDLER = /\s(on[a-z]+|srcdoc)=""/gi;
const ADDRESS = /\s(?:href|src|action|formaction|xlink:href)="([^"]*)"/gi;

/**
 * What in a markup of React's could run: elements that no page of ours draws from data, attributes with code, and addresses that
 * are no path of ours. A text of data is only found if it got out of being text: React writes `<`, `>` and `"` of one as entities.
 */
export function dangersIn(html: string): readonly string[] {
  const addresses = [...html.matchAll(ADDRESS)].flatMap(([, address = ""]) =>
    /^(\/(?!\/)|#|\?)/.test(address) ? [] : [`address ${address.slice(0, 80)}`],
  );
  const bare = html.replaceAll(/"[^"]*"/g, '""');
  const tags = [...bare.matchAll(ACTIVE)].map(([, tag]) => `element ${tag}`);
  const handlers = [...bare.matchAll(HANDLER)].map(([, name]) => `attribute ${name}`);
  return [...addresses, ...tags, ...handlers];
}
