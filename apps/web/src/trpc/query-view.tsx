"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { TRPCClientError } from "@trpc/client";
import type { ReactNode } from "react";
import { sentence } from "@/lib/sentence.ts";
import { ErrorState } from "@/ui/error-state.tsx";
import { LoadingState } from "@/ui/loading-state.tsx";
import { StaleBanner } from "@/ui/stale-banner.tsx";

interface QueryViewProps<Data> {
  readonly query: UseQueryResult<Data, unknown>;
  /** What is read, in the plural or as a mass: "letters", "the instance". */
  readonly what: string;
  /** What may be there although it cannot be shown: "There may be letters." */
  readonly consequence: string;
  readonly rows?: number;
  readonly className?: string;
  readonly children: (data: Data) => ReactNode;
}

/**
 * The three faces of a read: bars while it runs for the first time, what it gave, or why it gave nothing. A read that
 * fails later leaves the old rows under a banner: an error is never an empty list.
 */
export function QueryView<Data>(props: QueryViewProps<Data>) {
  const { query, what, consequence, children } = props;
  if (query.data !== undefined) {
    return (
      <>
        {query.isError && (
          <StaleBanner since={new Date(query.dataUpdatedAt)} reason={messageOf(query.error)} />
        )}
        {children(query.data)}
      </>
    );
  }
  if (query.isError) {
    return (
      <ErrorState
        title={`${sentence(what)} could not be read`}
        consequence={`${sentence(messageOf(query.error))}. ${consequence}`}
        className={props.className}
        onRetry={() => void query.refetch()}
        {...factsOf(query.error)}
      />
    );
  }
  return <LoadingState label={`Reading ${what}`} rows={props.rows} className={props.className} />;
}

/** Whether a read failed because there is no such thing. */
export function isNotFound(error: unknown): boolean {
  return error instanceof TRPCClientError && error.data?.code === "NOT_FOUND";
}

/** An error in words that a person may see: what the server chose to say, or that it said nothing. */
export function messageOf(error: unknown): string {
  if (error instanceof TRPCClientError && error.data) return error.message;
  return "the console did not answer";
}

function factsOf(error: unknown): { readonly code?: string; readonly requestId?: string } {
  if (!(error instanceof TRPCClientError) || !error.data) return {};
  const { reason, code, requestId } = error.data;
  return { code: reason ?? code, requestId };
}
