import type { Metadata } from "next";
import { DocumentPage } from "@/features/asyncapi/document-page.tsx";
import { Page } from "@/features/shell/page.tsx";
import { decodeSegment, paths } from "@/lib/paths.ts";

type Props = PageProps<"/asyncapi/[machine]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `${decodeSegment((await params).machine)} events` };
}

/** `/asyncapi/{machine}?version=&since=&q=#{message}` */
export default async function Document({ params }: Props) {
  const machineId = decodeSegment((await params).machine);
  return (
    <Page
      layout="fit"
      crumbs={[{ label: "AsyncAPI", href: paths.asyncapi() }, { label: machineId }]}
    >
      <DocumentPage kind="machine" name={machineId} />
    </Page>
  );
}
