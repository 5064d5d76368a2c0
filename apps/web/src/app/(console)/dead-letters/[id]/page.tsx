import type { Metadata } from "next";
import { Page } from "@/features/shell/page.tsx";
import { cutMiddle } from "@/lib/cut-middle.ts";
import { decodeSegment, paths } from "@/lib/paths.ts";
import { LetterView } from "./letter-view.tsx";

export const metadata: Metadata = { title: "Dead letter" };

/** `/dead-letters/{id}` */
export default async function DeadLetter({ params }: PageProps<"/dead-letters/[id]">) {
  const id = decodeSegment((await params).id);
  return (
    <Page
      layout="fit"
      crumbs={[{ label: "Dead letters", href: paths.deadLetters() }, { label: cutMiddle(id) }]}
    >
      <LetterView id={id} />
    </Page>
  );
}
