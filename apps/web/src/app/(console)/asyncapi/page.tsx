import type { Metadata } from "next";
import { DocumentsPage } from "@/features/asyncapi/documents-page.tsx";
import { Page } from "@/features/shell/page.tsx";

export const metadata: Metadata = { title: "AsyncAPI" };

/** `/asyncapi` */
export default function Documents() {
  return (
    <Page crumbs={[{ label: "AsyncAPI" }]} layout="fit">
      <DocumentsPage />
    </Page>
  );
}
