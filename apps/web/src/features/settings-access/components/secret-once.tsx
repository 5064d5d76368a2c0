"use client";

import { useCopy } from "@/lib/use-copy.ts";
import { Button } from "@/ui/button.tsx";

/** A secret that is shown this once, to be copied. */
export function SecretOnce(props: { readonly label: string; readonly secret: string }) {
  const { state, copy } = useCopy();
  return (
    <section aria-label={props.label} className="flex flex-col gap-2">
      <code className="mono block rounded-2 border border-line-strong bg-surface-2 px-[9px] py-2 text-12 break-all select-all">
        {props.secret}
      </code>
      <div className="flex items-center gap-2">
        <Button size="sm" glyph="copy" onClick={() => void copy(props.secret)}>
          Copy
        </Button>
        <span role="status" className="text-12 text-ink-3">
          {state === "copied" && "Copied"}
          {state === "failed" && "The browser did not allow it: select and copy by hand"}
        </span>
      </div>
    </section>
  );
}
