import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DocumentPage } from "@/features/asyncapi/document-page.tsx";
import { Page } from "@/features/shell/page.tsx";
import { decodeSegment, paths } from "@/lib/paths.ts";

type Props = PageProps<"/asyncapi/-/[kind]/[name]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `${decodeSegment((await params).name)} AsyncAPI` };
}

/** `/asyncapi/-/system/{project}` and `/asyncapi/-/import/{service}`, with what a machine's page takes. */
export default async function Document({ params }: Props) {
  const { kind, name } = await params;
  if (kind !== "system" && kind !== "import") notFound();
  const label = decodeSegment(name);
  return (
    <Page layout="fit" crumbs={[{ label: "AsyncAPI", href: paths.asyncapi() }, { label }]}>
      <DocumentPage kind={kind} name={label} />
    </Page>
  );
}
