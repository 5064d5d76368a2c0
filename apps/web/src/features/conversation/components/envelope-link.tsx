import Link from "next/link";
import type { ReactNode } from "react";
import { paths } from "@/lib/paths.ts";

/** Leads to another envelope of the conversation. */
export function EnvelopeLink(props: {
  readonly id: string;
  readonly correlationId: string;
  readonly children: ReactNode;
}) {
  return (
    <Link
      href={paths.conversation(props.correlationId, { event: props.id })}
      className="mono underline decoration-line-control underline-offset-2 hover:decoration-ink"
    >
      {props.children}
    </Link>
  );
}
