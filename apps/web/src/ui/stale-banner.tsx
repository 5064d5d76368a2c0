"use client";

import { formatDuration } from "../lib/format-duration.ts";
import { useNow } from "../lib/use-now.ts";
import { Note } from "./note.tsx";
import { Time } from "./time.tsx";

/** Says that what is on the page is old, since when, and what is being done about it. The old rows stay under it. */
export function StaleBanner(props: {
  readonly since: Date;
  readonly reason: string;
  readonly className?: string;
}) {
  const now = useNow();
  const ageMs = now ? now.getTime() - props.since.getTime() : 0;
  return (
    <Note
      kind="warn"
      className={props.className}
      title={
        <>
          {/* What changes in an alert is read out anew: for the ear it stays the same. */}
          <span aria-hidden="true">This page is {formatDuration(ageMs)} old.</span>
          <span className="sr-only">
            This page is as of <Time at={props.since} />.
          </span>
        </>
      }
    >
      {props.reason}
    </Note>
  );
}
