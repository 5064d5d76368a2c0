import type { FormEvent, ReactNode } from "react";
import { useThemeSync } from "@/lib/theme/use-theme.ts";
import { Card } from "@/ui/card.tsx";

/** The one form of a page without the console around it, which would keep the theme in step. */
export function AccountCard(props: {
  readonly title: string;
  readonly lead?: string;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readonly children: ReactNode;
}) {
  useThemeSync();
  return (
    <main className="grid min-h-dvh place-items-center p-5">
      <Card className="w-full max-w-90 p-5">
        <p className="text-12 font-semibold text-ink-3">Sagascope</p>
        <h1 className="text-20 font-semibold tracking-[-.018em]">{props.title}</h1>
        {props.lead && <p className="mt-1 text-12 text-ink-2">{props.lead}</p>}
        {/* Were a browser to send it by itself: `post` keeps the password out of the address. */}
        <form method="post" className="mt-4 flex flex-col gap-3" onSubmit={props.onSubmit}>
          {props.children}
        </form>
      </Card>
    </main>
  );
}
