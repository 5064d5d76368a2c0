"use client";

import { formatDuration } from "../lib/format-duration.ts";
import { useNow } from "../lib/use-now.ts";
import { Note } from "./note.tsx";

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
      title={`This page is ${formatDuration(ageMs)} old.`}
    >
      {props.reason}
    </Note>
  );
}
