import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ViewerPage } from "@/features/asyncapi/viewer-page.tsx";
import { Page } from "@/features/shell/page.tsx";
import { decodeSegment, paths } from "@/lib/paths.ts";

type Props = PageProps<"/asyncapi/-/viewer/[kind]/[name]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `${decodeSegment((await params).name)} viewer` };
}

/** `/asyncapi/-/viewer/{kind}/{name}?version=` */
export default async function Viewer({ params }: Props) {
  const { kind, name } = await params;
  if (kind !== "machine" && kind !== "system" && kind !== "import") notFound();
  const label = decodeSegment(name);
  const crumbs = [
    { label: "AsyncAPI", href: paths.asyncapi() },
    { label, href: paths.asyncapiDocument(kind, label) },
    { label: "Full view" },
  ];
  return (
    <Page layout="fit" crumbs={crumbs}>
      <ViewerPage kind={kind} name={label} />
    </Page>
  );
}
