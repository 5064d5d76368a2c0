import type { ReactNode } from "react";
import { NotDone } from "@/trpc/not-done.tsx";
import { Button } from "@/ui/button.tsx";

/** What went wrong with the last try, what is still missing, the way out, and the button. */
export function DialogFoot(props: {
  readonly obstacle: string | undefined;
  readonly error: unknown;
  readonly aside?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { obstacle, error, aside, onClose, children } = props;
  return (
    <footer className="flex-none border-t border-line px-5 py-3">
      {error !== null && error !== undefined && (
        <NotDone className="mb-2.5" title="It was not begun." error={error} />
      )}
      <div className="flex flex-wrap items-center gap-2.5">
        <span className="min-w-0 flex-1 text-12 leading-4 text-ink-3">
          {obstacle ?? "Everything is there."}
          {aside}
        </span>
        <Button onClick={onClose}>Cancel</Button>
        {children}
      </div>
    </footer>
  );
}
