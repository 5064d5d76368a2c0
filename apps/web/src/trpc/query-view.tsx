"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { TRPCClientError } from "@trpc/client";
import { type ReactNode, useEffect, useState } from "react";
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
  /** What was read under another address is a part of what is read now: it stays in sight however long that takes. */
  readonly grows?: boolean;
  readonly children: (data: Data) => ReactNode;
}

/** So long may old rows bridge the gap to the new ones; then they would be taken for them. */
const BRIDGED_MS = 400;

/**
 * The three faces of a read: bars while it runs for the first time, what it gave, or why it gave nothing. A read that
 * fails later leaves the old rows under a banner: an error is never an empty list. Rows of another filter or page, which
 * `placeholderData` leaves there for the moment, do not stay for longer than one.
 */
export function QueryView<Data>(props: QueryViewProps<Data>) {
  const { query, what, consequence, children } = props;
  const isOld = useLasting(query.isPlaceholderData && props.grows !== true, BRIDGED_MS);
  if (query.data !== undefined && !isOld) {
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

/** Whether something has been so for a while without a break. */
function useLasting(is: boolean, ms: number): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!is) return;
    const timer = setTimeout(() => setLasts(true), ms);
    return () => {
      clearTimeout(timer);
      setLasts(false);
    };
  }, [is, ms]);
  return is && lasts;
}

/** What a read gave for what is asked now; undefined for what it gave before, under another filter or page. */
export function answerOf<Data>(query: UseQueryResult<Data, unknown>): Data | undefined {
  return query.isPlaceholderData ? undefined : query.data;
}

/** Whether a read failed because there is no such thing. */
export function isNotFound(error: unknown): boolean {
  return error instanceof TRPCClientError && error.data?.code === "NOT_FOUND";
}

/** Whether the server said why. Where it did not, a request may have been done all the same. */
export function wasAnswered(error: unknown): boolean {
  return error instanceof TRPCClientError && Boolean(error.data);
}

/** An error in words that a person may see: what the server chose to say, or that it said nothing. */
export function messageOf(error: unknown): string {
  return error instanceof TRPCClientError && wasAnswered(error)
    ? error.message
    : "the console did not answer";
}

function factsOf(error: unknown): { readonly code?: string; readonly requestId?: string } {
  if (!(error instanceof TRPCClientError) || !error.data) return {};
  const { reason, code, requestId } = error.data;
  return { code: reason ?? code, requestId };
}
